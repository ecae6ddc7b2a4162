import SQL

/// The relation of an audit log to an end that was recorded outside the database.
public enum AuditContinuation: Sendable, Hashable {
    /// The log continues the recorded end, and every row from it to this one was verified. It is the recorded end itself
    /// if no row follows it.
    case verified(through: AuditHead)
    /// The log does not continue the recorded end.
    case contradicted(AuditVerification.Finding)
}

extension AuditLog {
    /// Verifies at most `limit` of the rows that follow an end that was recorded outside the database.
    ///
    /// The end has to be read before the call: another process may record a later one meanwhile, and a log that is read
    /// before its recorded end may be shorter. Where the service has deleted the row of the end because of its age, the
    /// verification begins at the floor, which the service moves over verified rows only.
    public func continuation(of recorded: AuditHead, limit: Int = 1_000) async throws -> AuditContinuation {
        try await database.read { [authenticator] transaction in
            guard let chain = try AuditChainTable.read(in: transaction) else { return .contradicted(.chainMissing) }
            guard chain.head.number >= recorded.number else {
                return .contradicted(.truncated(after: chain.head.number, known: recorded.number))
            }
            var last = recorded
            if recorded.number <= chain.floor.number {
                last = chain.floor
                guard authenticator.isGenuine(last, code: chain.floorCode) else {
                    return .contradicted(.floorForged(number: last.number))
                }
                if recorded.number == last.number, recorded != last {
                    return .contradicted(.replaced(number: recorded.number))
                }
            } else if let problem = try Self.problem(with: recorded, in: transaction) {
                return .contradicted(problem)
            }
            let rows = try transaction.run(AuditTable.selectChained(after: last.number, limit: limit))
            for row in rows {
                let stored = try StoredAuditRow(row)
                if let problem = stored.problem(after: last, authenticator) { return .contradicted(problem) }
                last = stored.head
            }
            guard rows.count < limit else { return .verified(through: last) }
            if last.number < chain.head.number {
                return .contradicted(.removed(from: last.number + 1, through: chain.head.number))
            }
            return last == chain.head ? .verified(through: last) : .contradicted(.outOfChain(number: last.number))
        }
    }

    /// True if the log has this row, or had it as the last that was deleted because of its age.
    public func contains(_ head: AuditHead) async throws -> Bool {
        try await database.read { transaction in
            guard let chain = try AuditChainTable.read(in: transaction) else { return false }
            return try chain.floor == head || Self.problem(with: head, in: transaction) == nil
        }
    }

    private static func problem(
        with head: AuditHead, in transaction: any Transaction
    ) throws -> AuditVerification.Finding? {
        guard let row = try transaction.first(AuditTable.selectHash(of: head.number)) else {
            return .removed(from: head.number, through: head.number)
        }
        return (try? row.bytes(0)) == head.hash ? nil : .replaced(number: head.number)
    }
}
