import SQL

/// Adds to each invite the session in which a parent made it, and to each requested admission of another parent's device the
/// parent who asked for it and the device on which.
///
/// NULL is read as a session that has ended, or as a device that is not admitted: rows of earlier versions, and those that an
/// instance of an earlier version still writes, admit nobody. Their parents make them anew.
enum MakersOfFamilyActs {
    static let migration = Migration(
        id: 32, name: "the makers of invites and of requested admissions",
        statements: [
            "ALTER TABLE family_invite ADD COLUMN made_in BYTEA",
            "ALTER TABLE delayed_act ADD COLUMN asked_by BYTEA",
            "ALTER TABLE delayed_act ADD COLUMN asked_on BYTEA",
        ])
}
