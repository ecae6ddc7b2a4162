public import Primitives
import SQL

extension AuthStore {
    /// Every facility group, in order of name.
    public func groups() async throws -> [FacilityGroup] {
        try await database.read { try FacilityGroupTable.all(in: $0) }
    }

    public func group(_ name: GroupID) async throws -> FacilityGroup? {
        try await database.read { try FacilityGroupTable.read(name, in: $0) }
    }

    /// Inserts groups that do not exist; existing ones keep their policies.
    public func insertMissing(_ groups: [FacilityGroup]) async throws {
        _ = try await database.write { try $0.batch(groups.map(FacilityGroupTable.insertIfAbsent)) }
    }
}
