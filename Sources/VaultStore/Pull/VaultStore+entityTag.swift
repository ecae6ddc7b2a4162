import Cryptography
public import Primitives
import SQL

extension VaultStore {
    /// Returns a text that is another one after each change of the account's items and in each epoch, and reveals neither
    /// the number of changes nor the epoch. All instances return the same text.
    ///
    /// It is read by one primary key. Nothing is written, also for an account that has no head yet, unless the account has to
    /// be brought to the generation in force.
    /// - Throws: ``VaultStoreFault/purged``.
    public func entityTag(of account: AccountID) async throws -> String {
        try await inCurrentEpoch(of: account) {
            let row = try await database.select(HeadTable.select(account)).first
            let head = try row.map { try currentHead($0) }
            let input = LengthPrefixed.encode(
                "latchkey/head/1", account.bytes, head?.epoch.bytes ?? [], (head?.seq ?? 0).bigEndianBytes)
            return Base64URL.encode(Array(HMACSHA256.tag(key: keys.cursor, input).prefix(16)))
        }
    }
}
