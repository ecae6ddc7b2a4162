import Primitives
import SQL

/// Statements on `facility_group`.
enum FacilityGroupTable {
    private static let columns =
        "name, registers, approval, devices, verification, pin, second_factor, joinable, offline_unlock_hours"

    static func all(in transaction: any Transaction) throws -> [FacilityGroup] {
        try transaction.run(Statement("SELECT \(columns) FROM facility_group ORDER BY name"))
            .map { try FacilityGroup($0) }
    }

    static func read(_ name: GroupID, in transaction: any Transaction) throws -> FacilityGroup? {
        try transaction.first(Statement("SELECT \(columns) FROM facility_group WHERE name = $1", .enumValue(name)))
            .map { try FacilityGroup($0) }
    }

    /// Reads the row and locks it until the transaction ends.
    static func lock(_ name: GroupID, in transaction: any Transaction) throws -> FacilityGroup? {
        try transaction.first(
            Statement("SELECT \(columns) FROM facility_group WHERE name = $1 {lockRow}", .enumValue(name))
        ).map { try FacilityGroup($0) }
    }

    /// Inserts a group; a group of that name keeps its policies.
    static func insertIfAbsent(_ group: FacilityGroup) -> Statement {
        Statement(
            """
            INSERT INTO facility_group (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING
            """, values: values(of: group))
    }

    /// Gives a group the policies of `group`.
    static func update(_ group: FacilityGroup) -> Statement {
        Statement(
            """
            UPDATE facility_group SET registers = $2, approval = $3, devices = $4, verification = $5, pin = $6,
                second_factor = $7, joinable = $8, offline_unlock_hours = $9 WHERE name = $1
            """, values: values(of: group))
    }

    private static func values(of group: FacilityGroup) -> [SQLValue] {
        [
            .enumValue(group.name), .enumValue(group.memberRole), .enumValue(group.approval),
            .enumValue(group.devices), .enumValue(group.verification), .enumValue(group.pin),
            .enumValue(group.secondFactor), .bool(group.isJoinable), .integer(group.offlineUnlockHours),
        ]
    }
}
