public import Primitives
import SQL

/// The extent of an audit log, as the database says. Nothing of it is verified.
public struct AuditLogState: Sendable, Hashable {
    /// The number of rows, those without a number included.
    public let rows: Int64
    /// The rows that are not chained yet.
    public let unchained: Int64
    /// The last row that the service has deleted because of its age; 0 if it has deleted none.
    public let floor: Int64
    /// The end of the chain.
    public let head: AuditHead
}

extension AuditLog {
    /// The extent of the log. Where the record of the chain is missing, the chain counts as empty.
    public func state() async throws -> AuditLogState {
        try await database.read { transaction in
            let chain = try AuditChainTable.read(in: transaction)
            let counts = try transaction.first(AuditTable.count)
            return AuditLogState(
                rows: try counts?.int(0) ?? 0, unchained: try counts?.int(1) ?? 0, floor: chain?.floor.number ?? 0,
                head: chain?.head ?? .empty)
        }
    }

    /// The time of the oldest row that is not chained yet; nil if every row is.
    public func oldestUnchained() async throws -> Instant? {
        try await database.select(AuditTable.selectOldestUnnumbered).first?.instantOrNil(0)
    }
}
