public import Primitives
import SQL

extension AuthStore {
    /// Every group, in order of name.
    public func groups() async throws -> [FacilityGroup] {
        try await database.read { transaction in
            try transaction.run(Statement("SELECT \(FacilityGroup.columns) FROM facility_group ORDER BY name"))
                .map { try FacilityGroup($0) }
        }
    }

    /// The group of that name.
    public func group(_ name: GroupID) async throws -> FacilityGroup? {
        try await database.read { try $0.group(name) }
    }

    /// Adds groups that are not there yet; a group that is there keeps its policies.
    public func ensure(_ groups: [FacilityGroup]) async throws {
        try await database.write { transaction in
            for group in groups {
                try transaction.run(
                    Statement(
                        """
                        INSERT INTO facility_group (\(FacilityGroup.columns))
                        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING
                        """,
                        .word(group.name), .word(group.registers), .word(group.approval), .word(group.devices),
                        .word(group.verification), .word(group.pin), .word(group.secondFactor),
                        .bool(group.isJoinable), .integer(group.offlineUnlockHours)))
            }
        }
    }
}
