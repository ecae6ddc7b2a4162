#if Postgres
import CPostgres
import Glibc
import Primitives
import SQL

/// One connection in pipeline mode, used by the thread that dialled it. Every wait on it ends at a deadline, and a
/// connection that missed one, or was lost, is never used again.
final class Link {
    /// What was sent and not answered yet.
    enum Step {
        /// A command of the engine's own; all that counts is that it did not fail.
        case aside
        /// The preparation of a statement that follows.
        case prepare(KnownText, name: String)
        /// A caller's statement, or the engine's `COMMIT`.
        case statement(String)
        /// The end of what is answered together.
        case sync
    }

    let handle: OpaquePointer
    private let clock: SteadyClock
    private let patience: Duration
    private let warningCount: UnsafeMutablePointer<Int32>
    /// Whether statements are prepared by name.
    let prepares: Bool

    /// What was sent and not answered, oldest first.
    var steps = Steps()
    var texts = KnownTexts()
    /// Texts that are to be dropped on the server with the next exchange.
    var dropped: [KnownText] = []
    /// Whether it has served or stood idle since it was dialled, so that it may have died since.
    var isOld = false
    /// Whether it may still be used.
    private(set) var isUsable = true

    /// Takes over a connection that has been established.
    init(
        _ handle: OpaquePointer, warningCount: UnsafeMutablePointer<Int32>, settings: PostgresSettings,
        clock: SteadyClock
    ) {
        self.handle = handle
        self.warningCount = warningCount
        self.clock = clock
        patience = settings.patience
        prepares = settings.prepared
    }

    deinit {
        PQfinish(handle)
        warningCount.deallocate()
    }

    /// How often the server has warned so far.
    var warnings: Int32 { warningCount.pointee }

    /// Whether a transaction is open on the server, failed or not.
    var isInTransaction: Bool { isUsable && PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// Stops using the connection; it is closed when the last reference goes.
    func giveUp() { isUsable = false }

    /// Gives the connection up over a trouble that ends it.
    func fail(_ trouble: Trouble) -> Trouble {
        if trouble.endsLink { isUsable = false }
        return trouble
    }

    /// Hands everything to the kernel, taking in what comes meanwhile so that neither side waits for the other.
    func flush() throws(Trouble) {
        let deadline = clock.now + patience
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                try wait(for: POLLIN | POLLOUT, until: deadline)
                guard PQconsumeInput(handle) == 1 else { throw fail(.lost(nil)) }
            case _: throw fail(.lost(nil))
            }
        }
    }

    /// The next result, or nil where one command's results end.
    func next() throws(Trouble) -> Answer? {
        let deadline = clock.now + patience
        while PQisBusy(handle) == 1 {
            try wait(for: POLLIN, until: deadline)
            guard PQconsumeInput(handle) == 1 else { throw fail(.lost(lastWord())) }
        }
        return PQgetResult(handle).map { Answer($0) }
    }

    /// Waits for a ring, and watches the server meanwhile: one that hangs up is noticed before the next caller comes.
    func rest(until bell: Doorbell) {
        var watched = [
            pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0),
        ]
        poll(&watched, 2, -1)
        if watched[0].revents != 0 { bell.settle() }
        guard watched[1].revents != 0 else { return }
        do throws(Trouble) {
            guard PQconsumeInput(handle) == 1 else { throw .lost(nil) }
            if steps.syncs > 0, PQisBusy(handle) == 0 { try settle() }
            if PQstatus(handle) != CONNECTION_OK { throw .lost(nil) }
        } catch {
            _ = fail(error)
        }
    }

    /// The error the server said good-bye with, if one arrived before the end of the connection.
    private func lastWord() -> ServerError? {
        guard PQisBusy(handle) == 0, let answer = PQgetResult(handle).map({ Answer($0) }),
            answer.status == PGRES_FATAL_ERROR
        else { return nil }
        let error = answer.error
        return error.state.isEmpty ? nil : error
    }

    private func wait(for events: Int32, until deadline: SteadyInstant) throws(Trouble) {
        var watched = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
        while true {
            let left = deadline - clock.now
            guard left > .zero else { throw fail(.silent) }
            if poll(&watched, 1, Int32(clamping: left.ms + 1)) > 0 { return }  // else the time is up, or a signal came
        }
    }
}
#endif
