import SQL

/// Adds to each set of recovery codes the device that made it; NULL for sets that an earlier version stored.
enum MakersOfRecoveryCodes {
    static let migration = Migration(
        id: 21, name: "the devices that made recovery codes",
        statements: ["ALTER TABLE recovery_set ADD COLUMN made_by BYTEA"])
}
