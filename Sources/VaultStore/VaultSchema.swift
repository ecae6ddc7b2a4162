public import SQL

/// The vault's schema, one step a release; append only.
///
/// Every table of people's data has a key that starts with the account, so the data can be spread over a sharded PostgreSQL without change.
public enum VaultSchema {
    /// The steps, oldest first.
    public static let migrations = [
        Migration(
            id: 1, name: "accounts, their secrets and their keys",
            statements: [
                HeadTable.definition, EpochTable.definition, VersionTable.definition, OpTable.definition,
                DeviceTable.definition, DEKTable.definition, IntroductionTable.definition,
            ] + ItemTable.definitions + KeyTable.definitions),
        StoredTimeline.migration(id: 2),
    ]
}
