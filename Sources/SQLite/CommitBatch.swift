import FaultInjection
import SQL

/// Writes of several callers that share one transaction and one commit. Each write has a savepoint of its own and is
/// rolled back alone if it throws.
///
/// SQLite may roll back the whole transaction because of one statement, for example when the disk is full. In this
/// case, and when the commit fails, every caller of the batch gets the fault. A caller whose write was refused or only
/// read gets the fault too, because the state that the write saw never became durable.
struct CommitBatch {
    let writes: ArraySlice<QueuedTransaction>
    let connection: SQLiteConnection
    /// Called after the commit with the number of writes in the batch, including those that were rolled back alone.
    let onCommit: @Sendable (Int) -> Void

    /// Runs the writes, commits them and then resumes every caller.
    ///
    /// - Parameter onFault: called with the fault of the whole batch, before any caller gets it.
    func commit(onFault: (SQLFault) -> Void) {
        var outcomes: [QueuedTransaction.Outcome] = []
        outcomes.reserveCapacity(writes.count)
        do throws(SQLFault) {
            try connection.run("BEGIN IMMEDIATE")
            for write in writes { try outcomes.append(perform(write)) }
            FailPoint.reached("before-commit")
            try commitTransaction()
            FailPoint.reached("after-commit")
        } catch {
            connection.clearError()
            if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
            onFault(error)
            for outcome in outcomes { outcome.resume(error) }
            for write in writes.dropFirst(outcomes.count) { write.refuse(error) }
            return
        }
        onCommit(outcomes.count)
        for outcome in outcomes { outcome.resume(nil) }
    }

    /// Runs one write in its savepoint and rolls it back if it failed. Throws only faults of the whole batch.
    private func perform(_ write: QueuedTransaction) throws(SQLFault) -> QueuedTransaction.Outcome {
        try connection.run("SAVEPOINT caller")
        let outcome = write.perform(connection)
        var refusal = connection.firstError
        connection.clearError()
        guard connection.isInTransaction else { throw Self.batchFault(causedBy: refusal) }
        if case .corrupt(let detail) = refusal { throw .corrupt(detail) }
        if connection.hasForeignKeyViolations {
            refusal = refusal ?? .constraint("a foreign key refers to a row that does not exist")
        }
        guard outcome.error != nil || refusal != nil else {
            try connection.run("RELEASE caller")
            return outcome
        }
        try connection.run("ROLLBACK TO caller")
        try connection.run("RELEASE caller")
        guard outcome.error == nil else { return outcome }
        return .init(error: refusal) { [refusal] in outcome.resume($0 ?? refusal) }
    }

    /// Commits. After an I/O error during the commit it is unknown whether the transaction survives a crash.
    private func commitTransaction() throws(SQLFault) {
        do throws(SQLFault) {
            try connection.run("COMMIT")
        } catch {
            guard case .corrupt(let detail) = error else { throw error }
            throw .unknownOutcome(detail)
        }
    }

    /// The fault every caller gets after SQLite rolled back the whole batch because of one statement's error.
    private static func batchFault(causedBy fault: SQLFault?) -> SQLFault {
        switch fault {
        case .full: .full
        case .corrupt(let detail): .corrupt(detail)
        case .constraint, .unavailable, .unknownOutcome, .statement, .damagedRow, .schema, nil:
            .unavailable("the whole batch was rolled back: \(fault.map(\.description) ?? "no reason given")")
        }
    }
}
