#if Postgres
package import Primitives
package import SQL

/// One connection without a pool: its transactions run on the thread that calls it.
///
/// The deterministic simulator uses it, because it hands out the connections, and the turns of the threads on which
/// transactions run, by itself. Statements, retries and the meaning of every failure are those of ``PostgresDatabase``.
package final class SingleConnection {
    private let connection: PostgresConnection
    private let runner: TransactionRunner
    private let clock: SteadyClock

    /// Connects to the server.
    ///
    /// - Parameters:
    ///   - random: for the pause before a transaction is retried.
    ///   - isReadOnly: true to make the server refuse every change on this connection.
    ///   - onConnect: called with the server's timeline; if it throws, no connection is made.
    package init(
        _ settings: PostgresSettings, clock: SteadyClock = .system, random: RandomSource, isReadOnly: Bool = false,
        onConnect: @escaping @Sendable (TimelinePosition) throws(SQLFault) -> Void = { _ in }
    ) throws(SQLFault) {
        try settings.check()
        let connector = try Connector(settings, clock: clock, onConnect: onConnect)
        do throws(ConnectAttemptFailure) {
            connection = try connector.connect(readOnly: isReadOnly)
        } catch {
            throw error.fault
        }
        runner = TransactionRunner(settings, random: random, checkTimeline: nil)
        self.clock = clock
    }

    /// The number of the server's process that serves this connection, as `pg_stat_activity` lists it.
    package var serverProcess: Int32 { connection.serverProcess }

    /// False after the connection was lost.
    package var isUsable: Bool { connection.isUsable }

    /// Runs a transaction to its end and resumes its caller. When it returns, the server has released every lock of a
    /// write.
    ///
    /// - Returns: false if the caller was not resumed, because the transaction must be run on another connection.
    package func run(_ transaction: QueuedTransaction, isWrite: Bool) -> Bool {
        let left = runner.run(TransactionJob(isWrite ? .write : .read, transaction, at: clock.now), on: connection)
        if isWrite {
            // The end of a transaction without changes was sent without waiting for its reply. A connection that is lost
            // meanwhile is marked as unusable.
            try? connection.receivePendingReplies()
        }
        connection.mayBeStale = true
        return left == nil
    }
}
#endif
