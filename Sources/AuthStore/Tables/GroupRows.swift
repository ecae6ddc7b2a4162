import Primitives
import SQL

/// Statements on `facility_group`.
extension Transaction {
    /// The group of that name.
    func group(_ name: GroupID) throws -> FacilityGroup? {
        try first(Statement("SELECT \(FacilityGroup.columns) FROM facility_group WHERE name = $1", .word(name)))
            .map { try FacilityGroup($0) }
    }
}
