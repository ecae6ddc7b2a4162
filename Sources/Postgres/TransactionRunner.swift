#if Postgres
import Glibc
import Primitives
import SQL

/// Runs a caller's transaction on a connection, retries it as its ``RetryPolicy`` allows, and resumes the caller
/// exactly once.
struct TransactionRunner: Sendable {
    private let readOpening: [String], writeOpening: [String]
    private let random: RandomSource
    private let checkTimeline: (@Sendable (TimelinePosition) throws(SQLFault) -> Void)?

    /// - Parameters:
    ///   - random: for the pause before a transaction is retried after a conflict.
    ///   - checkTimeline: called in each write transaction with the server's timeline, on connections whose user may
    ///     read it; nil where a connection cannot reach another server. If it throws, nothing is changed.
    init(
        _ settings: PostgresSettings, random: RandomSource,
        checkTimeline: (@Sendable (TimelinePosition) throws(SQLFault) -> Void)?
    ) {
        self.checkTimeline = checkTimeline
        let local = settings.preparesStatements ? [] : [SessionSettings(settings).setLocal]
        readOpening = ["BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"] + local
        writeOpening = ["BEGIN ISOLATION LEVEL READ COMMITTED"] + local
        self.random = random
    }

    /// Runs a transaction to its end.
    ///
    /// - Returns: the job if it must be retried on another connection; nil once the caller has been resumed.
    func run(_ given: TransactionJob, on connection: PostgresConnection) -> TransactionJob? {
        var job = given
        while true {
            let transaction = OpenTransaction(
                on: connection, opening: job.mode == .read ? readOpening : writeOpening,
                checkTimeline: job.mode == .write ? checkTimeline : nil)
            let outcome = job.transaction.perform(transaction)
            guard let (failure, isCommitting) = end(transaction, outcome, job.mode, on: connection) else {
                outcome.resume(nil)
                return nil
            }
            let mayHaveBeenLostWhileIdle = transaction.exchangeCount == 0 && connection.mayBeStale
            let phase: RetryPolicy.Phase =
                isCommitting ? .committing : mayHaveBeenLostWhileIdle ? .firstExchange : .beforeCommit
            switch decide(failure, phase, &job) {
            case .retry: pause(retry: job.retryPolicy.conflictRetries)
            case .retryWithNewPreparations:
                do throws(ConnectionFailure) { try connection.deallocateAll() } catch { return job }
            case .retryOnOtherConnection:
                connection.abandon()
                return job
            case .fail(let fault):
                let isCallersOwn = outcome.error != nil && !(outcome.error is SQLFault)
                outcome.resume(isCallersOwn ? nil : fault)
                return nil
            }
        }
    }

    /// Blocks the thread for a random time before a retry: up to 20 ms before the first, up to 40 ms before the second,
    /// up to 80 ms before the third.
    private func pause(retry: Int) {
        poll(nil, 0, Int32(random.below(10 << retry)))
    }

    /// A read that tries to write is a wrong statement; the error does not mean that the server is a standby.
    private func decide(
        _ failure: ConnectionFailure, _ phase: RetryPolicy.Phase, _ job: inout TransactionJob
    ) -> RetryPolicy.Decision {
        if job.mode == .read, case .refused(let error, let text) = failure, error.isRefusedWrite {
            return .fail(.statement(text: text, message: "the statement writes in a read-only transaction; use write"))
        }
        return job.retryPolicy.decide(failure, in: phase)
    }

    /// Ends a transaction: commits a write whose closure returned, and otherwise leaves no changes.
    ///
    /// - Returns: the failure, and true if the commit failed; nil if nothing failed or only the closure threw.
    private func end(
        _ transaction: OpenTransaction, _ outcome: QueuedTransaction.Outcome, _ mode: TransactionJob.Mode,
        on connection: PostgresConnection
    ) -> (ConnectionFailure, isCommitting: Bool)? {
        if let failure = transaction.failure {
            transaction.endWithoutWaiting("ROLLBACK")
            return (failure, false)
        }
        guard mode == .write, outcome.error == nil, transaction.isBegun else {
            transaction.endWithoutWaiting(outcome.error == nil ? "COMMIT" : "ROLLBACK")
            return nil
        }
        do throws(ConnectionFailure) {
            try transaction.commit()
            return nil
        } catch {
            if connection.isInTransaction { transaction.endWithoutWaiting("ROLLBACK") }
            return (error, true)
        }
    }
}
#endif
