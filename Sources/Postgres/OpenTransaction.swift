#if Postgres
import FaultInjection
import SQL

/// The statements of one transaction on one connection. The first exchange also carries the `BEGIN`.
final class OpenTransaction: Transaction {
    private let connection: PostgresConnection
    private let opening: [String]
    private let checkTimeline: (@Sendable (TimelinePosition) throws(SQLFault) -> Void)?

    /// The number of exchanges that succeeded. While it is 0, no statement of the closure has returned.
    private(set) var exchangeCount = 0
    /// The first failure. No other statement runs after it.
    private(set) var failure: ConnectionFailure?
    private(set) var changes = 0
    private(set) var isBegun = false

    /// - Parameters:
    ///   - opening: the commands that begin the transaction.
    ///   - checkTimeline: checks the timeline of the server that the transaction runs on. The first exchange asks for
    ///     it, so this costs no round trip.
    init(
        on connection: PostgresConnection, opening: [String],
        checkTimeline: (@Sendable (TimelinePosition) throws(SQLFault) -> Void)? = nil
    ) {
        self.connection = connection
        self.opening = opening
        self.checkTimeline = connection.canReadTimeline ? checkTimeline : nil
    }

    func run(_ statement: Statement) throws -> [Row] {
        try batch([statement])[0]
    }

    func batch(_ statements: [Statement]) throws -> [[Row]] {
        if let failure { throw failure.fault }
        guard !statements.isEmpty else { return [] }
        do throws(ConnectionFailure) {
            let results = try exchange(statements)
            exchangeCount += 1
            changes = results.last?.changes ?? 0
            return results.map(\.rows)
        } catch {
            failure = error
            throw error.fault
        }
    }

    /// Commits and waits for the server's reply.
    func commit() throws(ConnectionFailure) {
        let warnings = connection.warningCount
        FailPoint.reached("before-commit")
        let result = try connection.exchange { () throws(ConnectionFailure) in
            try connection.sendCommand("COMMIT")
        }.first
        guard result?.tag == "COMMIT" else {
            throw .local(.statement(text: "COMMIT", message: "the server answered \(result?.tag ?? "nothing")"))
        }
        guard connection.warningCount == warnings else {
            connection.abandon()
            throw .local(.unknownOutcome("the server committed without waiting for its standby"))
        }
        FailPoint.reached("after-commit")
    }

    /// Sends `COMMIT` or `ROLLBACK` without waiting for the reply. Used where nothing depends on the reply.
    func endWithoutWaiting(_ command: String) {
        guard isBegun, connection.isUsable else { return }
        do throws(ConnectionFailure) { try connection.sendWithoutWaiting(command) } catch { connection.abandon() }
    }

    private func exchange(_ statements: [Statement]) throws(ConnectionFailure) -> [StatementResult] {
        var checked: [CheckedStatement] = []
        for statement in statements { checked.append(try connection.check(statement)) }
        guard !isBegun else {
            return try connection.exchange { () throws(ConnectionFailure) in
                for statement in checked { try connection.send(statement) }
            }
        }
        isBegun = true
        let query = checkTimeline == nil ? nil : try connection.check(TimelinePosition.query)
        var results = try connection.exchange { () throws(ConnectionFailure) in
            for command in opening { try connection.sendInternal(command) }
            for statement in checked { try connection.send(statement) }
            if let query { try connection.send(query) }
        }
        if let checkTimeline, let result = results.popLast() { try check(result, with: checkTimeline) }
        return results
    }

    private func check(
        _ result: StatementResult, with checkTimeline: (TimelinePosition) throws(SQLFault) -> Void
    ) throws(ConnectionFailure) {
        do throws(SQLFault) {
            guard let row = result.rows.first else { throw .unavailable("the server did not return its timeline") }
            try checkTimeline(TimelinePosition(row))
        } catch {
            throw .local(error)
        }
    }
}
#endif
