#if Postgres
import CPostgres
import Glibc
import Primitives
import SQL

/// One connection to a server in libpq's pipeline mode, used only by the thread that opened it.
///
/// Every wait for the server's reply ends at a deadline; only ``idle(until:)`` waits without one. A connection that
/// missed a deadline or was lost is not used again.
final class PostgresConnection {
    let handle: OpaquePointer
    private let clock: SteadyClock
    private let answerTimeout: Duration
    private let warningCounter: UnsafeMutablePointer<Int32>
    /// True if statements are prepared by name.
    let preparesStatements: Bool

    var pendingReplies = PendingReplies()
    /// Control statements (`BEGIN`, `COMMIT`, …) are never evicted. If `COMMIT` had to be cached again, it could evict
    /// another statement, whose `DEALLOCATE` would then be sent together with the `COMMIT`. An error of that
    /// `DEALLOCATE` would be taken for a refused commit.
    var statements = StatementCache<CachedStatement>(isEvictable: { !$0.isControl })
    /// Statements removed from the cache, to be deallocated on the server in the next exchange.
    var evictedStatements: [CachedStatement] = []
    private var preparationCount = 0
    /// True after the connection has served a job or been idle: the server may have closed it in the meantime.
    var mayBeStale = false
    /// True if this user may read the server's timeline, which was tried when the connection was opened.
    var canReadTimeline = false
    private(set) var isUsable = true

    /// Takes ownership of an established connection.
    init(
        _ handle: OpaquePointer, warningCounter: UnsafeMutablePointer<Int32>, settings: PostgresSettings,
        clock: SteadyClock
    ) {
        self.handle = handle
        self.warningCounter = warningCounter
        self.clock = clock
        answerTimeout = settings.answerTimeout
        preparesStatements = settings.preparesStatements
    }

    deinit {
        PQfinish(handle)
        warningCounter.deallocate()
    }

    /// The number of the server's process that serves this connection.
    var serverProcess: Int32 { PQbackendPID(handle) }

    /// The number of warnings that the server has sent.
    var warningCount: Int32 { warningCounter.pointee }

    /// True while a transaction is open on the server, failed or not.
    var isInTransaction: Bool { isUsable && PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Marks the connection as unusable. It is closed when the last reference to it is released.
    func abandon() { isUsable = false }

    /// Marks the connection as unusable if a failure ends it, and returns the failure.
    func record(_ failure: ConnectionFailure) -> ConnectionFailure {
        if failure.endsConnection { isUsable = false }
        return failure
    }

    /// Returns a new name for a prepared statement. No name is used twice.
    func nextPreparationName() -> String {
        preparationCount += 1
        return "s\(preparationCount)"
    }

    /// Writes everything to the socket. It also reads what arrives meanwhile, so that client and server do not block
    /// each other with full buffers.
    func flush() throws(ConnectionFailure) {
        let deadline = clock.now + answerTimeout
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                try wait(for: POLLIN | POLLOUT, until: deadline)
                guard PQconsumeInput(handle) == 1 else { throw record(.lost(nil)) }
            case _: throw record(.lost(nil))
            }
        }
    }

    /// Waits for the next result; nil at the end of one command's results.
    func nextResult() throws(ConnectionFailure) -> QueryResult? {
        let deadline = clock.now + answerTimeout
        while PQisBusy(handle) == 1 {
            try wait(for: POLLIN, until: deadline)
            guard PQconsumeInput(handle) == 1 else { throw record(.lost(lastError())) }
        }
        return PQgetResult(handle).map { QueryResult($0) }
    }

    /// Waits for a signal and watches the socket meanwhile, so that a connection that the server closes is marked as
    /// unusable before the next job comes. Replies that are still owed are received.
    func idle(until signal: ThreadSignal) {
        var watched = [
            pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0),
        ]
        poll(&watched, 2, -1)
        if watched[0].revents != 0 { signal.clear() }
        guard watched[1].revents != 0 else { return }
        do throws(ConnectionFailure) {
            guard PQconsumeInput(handle) == 1 else { throw .lost(nil) }
            if pendingReplies.syncCount > 0, PQisBusy(handle) == 0 { try receivePendingReplies() }
            if PQstatus(handle) != CONNECTION_OK { throw .lost(nil) }
        } catch {
            _ = record(error)
        }
    }

    /// The error with which the server closed the connection, if it arrived.
    private func lastError() -> ServerError? {
        guard PQisBusy(handle) == 0, let result = PQgetResult(handle).map({ QueryResult($0) }),
            result.status == PGRES_FATAL_ERROR
        else { return nil }
        let error = result.error
        return error.state.isEmpty ? nil : error
    }

    private func wait(for events: Int32, until deadline: SteadyInstant) throws(ConnectionFailure) {
        var watched = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
        while true {
            let left = deadline - clock.now
            guard left > .zero else { throw record(.timedOut) }
            // 0 is the timeout and -1 an interrupting signal; both go back to the check of the deadline
            if poll(&watched, 1, Int32(clamping: left.ms + 1)) > 0 { return }
        }
    }
}
#endif
