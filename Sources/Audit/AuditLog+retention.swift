import Domain
public import Primitives
import SQL

/// The result of one pass over the oldest rows of an audit log.
public enum AuditDeletion: Sendable, Hashable {
    /// Another instance holds the lock of the chain, so that the rows were not looked at.
    case busy
    /// The number of rows that were deleted, and what keeps the rows after them from being deleted; nil if nothing does.
    case pass(rows: Int, problem: AuditVerification.Finding?)
}

extension AuditLog {
    /// Deletes at most `limit` of the oldest numbered rows, those written before a moment, and records in the chain's row
    /// and in a row of the log that the service did it.
    ///
    /// Each row is compared with its code and with the row before it first. At the first one that is not what the service has
    /// written, the deletion ends: the service must not remove the evidence of somebody who has made a row look old, and must
    /// not confirm a chain that it has not verified.
    public func deleteRows(before moment: Instant, limit: Int = 500, at now: Instant) async throws -> AuditDeletion {
        try await database.write { [authenticator] transaction in
            guard try AuditChainTable.lockHead(waiting: false, in: transaction) != nil else {
                // Another instance holds the lock, unless the row is missing.
                let isMissing = try AuditChainTable.read(in: transaction) == nil
                return isMissing ? .pass(rows: 0, problem: .chainMissing) : .busy
            }
            let due = try Self.dueRows(before: moment, limit: limit, authenticator, in: transaction)
            guard due.last.number > due.floor.number else { return .pass(rows: 0, problem: due.problem) }
            try transaction.run(AuditTable.delete(after: due.floor.number, through: due.last.number))
            let deleted = transaction.changes
            try transaction.run(AuditChainTable.setFloor(due.last, code: authenticator.floorCode(due.last)))
            try AuditedTransaction.run(in: transaction, by: .service, authenticator) {
                try $0.audit(.init(.expiry, AuditDetail.rowsDeleted, account: nil, count: Int64(deleted), at: now))
            }
            return .pass(rows: deleted, problem: due.problem)
        }
    }

    /// What keeps the oldest rows from being deleted once they are older than a moment; nil if nothing does.
    public func retentionProblem(
        before moment: Instant, limit: Int = 500
    ) async throws -> AuditVerification.Finding? {
        try await database.read { [authenticator] transaction in
            try Self.dueRows(before: moment, limit: limit, authenticator, in: transaction).problem
        }
    }

    /// Verifies the oldest rows up to the last that was written before a moment, in the order of the chain. `last` is the
    /// last verified one of those that were written before the moment; it is the floor if there is none.
    private static func dueRows(
        before moment: Instant, limit: Int, _ authenticator: AuditAuthenticator, in transaction: any Transaction
    ) throws -> (floor: AuditHead, last: AuditHead, problem: AuditVerification.Finding?) {
        guard let chain = try AuditChainTable.read(in: transaction) else { return (.empty, .empty, .chainMissing) }
        let floor = chain.floor
        guard authenticator.isGenuine(floor, code: chain.floorCode) else {
            return (floor, floor, .floorForged(number: floor.number))
        }
        let end = try transaction.first(AuditTable.selectLast(before: moment, after: floor.number, limit: limit))
        guard let end = try end?.intOrNil(0) else { return (floor, floor, nil) }
        var (verified, last) = (floor, floor)
        for row in try transaction.run(AuditTable.selectChained(after: floor.number, through: end, limit: limit)) {
            let stored = try StoredAuditRow(row)
            if let problem = stored.problem(after: verified, authenticator) { return (floor, last, problem) }
            verified = stored.head
            if let at = stored.row?.at, at < moment { last = verified }
        }
        return (floor, last, nil)
    }
}
