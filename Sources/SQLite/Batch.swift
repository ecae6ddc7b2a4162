import FaultInjection
import SQL

/// Several callers' closures in one transaction and one commit, each undone alone if it throws.
///
/// SQLite may undo the whole transaction under one failing statement (disk full, I/O error). Then, and when the commit
/// fails, everybody in the batch is told so, those who were refused and those who only read included: what they saw
/// never was.
struct Batch {
    let writes: ArraySlice<QueuedWrite>
    let connection: Connection
    /// Told how many share the commit, once it is durable.
    let onBatch: @Sendable (Int) -> Void

    /// Runs and commits them, then tells every caller.
    ///
    /// - Returns: the fault that ended the whole batch, if one did.
    func commit() -> SQLFault? {
        var outcomes: [QueuedWrite.Outcome] = []
        outcomes.reserveCapacity(writes.count)
        do throws(SQLFault) {
            try connection.run("BEGIN IMMEDIATE")
            for write in writes { try outcomes.append(perform(write)) }
            FailPoint.reached("before-commit")
            try end()
            FailPoint.reached("after-commit")
        } catch {
            connection.recover()
            if !connection.isOutsideTransaction { _ = try? connection.run("ROLLBACK") }
            for outcome in outcomes { outcome.tell(error) }
            for write in writes.dropFirst(outcomes.count) { write.refuse(error) }
            return error
        }
        onBatch(outcomes.count)
        for outcome in outcomes { outcome.tell(nil) }
        return nil
    }

    /// Runs one closure in its own savepoint and undoes it if it failed. Throws only what ends the whole batch.
    private func perform(_ write: QueuedWrite) throws(SQLFault) -> QueuedWrite.Outcome {
        try connection.run("SAVEPOINT caller")
        let outcome = write.perform(connection)
        var refusal = connection.spoiled
        connection.recover()
        if connection.isOutsideTransaction { throw Self.undone(by: refusal) }
        if case .corrupt(let detail) = refusal { throw .corrupt(detail) }
        if connection.owesForeignKeys { refusal = refusal ?? .constraint("a row refers to one that is not there") }
        guard outcome.failed || refusal != nil else {
            try connection.run("RELEASE caller")
            return outcome
        }
        try connection.run("ROLLBACK TO caller")
        try connection.run("RELEASE caller")
        return outcome.failed ? outcome : .init(failed: true) { [refusal] in outcome.tell($0 ?? refusal) }
    }

    /// After an I/O error in the commit nobody knows whether its last page will be found after a crash.
    private func end() throws(SQLFault) {
        do throws(SQLFault) {
            try connection.run("COMMIT")
        } catch {
            guard case .corrupt(let detail) = error else { throw error }
            throw .unknownOutcome(detail)
        }
    }

    /// What to tell everybody when one statement's error undid the whole batch.
    private static func undone(by fault: SQLFault?) -> SQLFault {
        switch fault {
        case .full: .full
        case .corrupt(let detail): .corrupt(detail)
        case .constraint, .unavailable, .unknownOutcome, .statement, .damagedRow, .schema, nil:
            .unavailable("the whole batch was undone: \(fault.map(\.description) ?? "no reason given")")
        }
    }
}
