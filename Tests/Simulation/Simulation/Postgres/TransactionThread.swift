#if Postgres
import Postgres
import Primitives
import SQL
import Synchronization

/// A thread with at most one connection, which runs one transaction after another in turns: in each turn it sends at most
/// one exchange of statements, or the commit. Between two turns it waits for ``Turns``, so that one thread runs at a time.
final class TransactionThread: @unchecked Sendable {  // its members are handed over together with the turn
    enum State {
        /// It has no transaction.
        case idle
        /// It waits for the turn in which it sends its next statements.
        case waiting
        /// It waits for the turn in which it commits.
        case committing
        case running
        /// Its statement waits for a lock.
        case blocked
        /// Its statement got the lock and has ended; it waits for a turn to go on.
        case returned
        case ended
    }

    private struct Position {
        var state = State.idle
        /// The number of the server's process while a statement is being run.
        var serverProcess: Int32?
    }

    /// The transaction to run next; set while the thread is idle.
    var transaction: QueuedTransaction?
    /// True if the answer to the next commit is lost on its way.
    var losesCommitAnswer = false
    /// True once the thread shall end instead of running another transaction.
    var shallEnd = false
    /// Called before each turn.
    var beforeTurn: () -> Void = {}
    /// Called after each turn that has ended the transaction.
    var whenIdle: () -> Void = {}
    private(set) var connection: SingleConnection?

    private let position = Mutex(Position())
    private let turn = Semaphore()
    private let turnEnded = Semaphore()
    /// True if something was sent in the present turn.
    private var hasSent = false
    private let connect: () throws(SQLFault) -> SingleConnection

    init(_ connect: @escaping () throws(SQLFault) -> SingleConnection) throws {
        self.connect = connect
        try DedicatedThread.start { [self] in run() }
    }

    var state: State { position.withLock { $0.state } }

    // Called by the simulation.

    /// Gives the thread its next turn.
    func grant() {
        position.withLock { $0.state = .running }
        turn.signal()
    }

    /// Waits until the turn has ended. Returns false if that takes longer than some milliseconds of real time.
    func waitForEnd(milliseconds: Int) -> Bool { turnEnded.wait(milliseconds: milliseconds) }

    /// Takes the turn from a thread whose statement waits for a lock. Returns false if the statement has ended meanwhile.
    func markBlocked() -> Bool {
        position.withLock { position in
            guard position.serverProcess != nil else { return false }
            position.state = .blocked
            return true
        }
    }

    /// The number of the server's process that runs a statement for this thread now.
    var serverProcess: Int32? { position.withLock { $0.serverProcess } }

    // Called by the thread itself.

    private func run() {
        while true {
            turn.wait()
            hasSent = false
            if shallEnd { break }
            if let next = transaction { perform(next) }
            transaction = nil
            finishTurn(.idle)
        }
        connection = nil
        finishTurn(.ended)
    }

    /// Runs a transaction, on another connection if the first one had been lost before.
    private func perform(_ transaction: QueuedTransaction) {
        for _ in 0..<2 {
            if connection?.isUsable != true {
                connection = nil
                do throws(SQLFault) { connection = try connect() } catch { return transaction.refuse(error) }
            }
            if connection?.run(transaction, isWrite: true) == true { return }
        }
        transaction.refuse(.unavailable("the connection to the server was lost; nothing was changed"))
    }

    /// Waits for another turn if something was sent in this one.
    func takeTurn(to next: State) {
        guard hasSent else { return }
        finishTurn(next)
        turn.wait()
        hasSent = false
    }

    /// Runs statements. If they had to wait for a lock, others have had turns meanwhile, and the thread waits for one.
    func observed<T>(_ statements: () throws -> T) rethrows -> T {
        hasSent = true
        let process = connection?.serverProcess
        position.withLock { $0.serverProcess = process }
        defer {
            let wasBlocked = position.withLock { position in
                position.serverProcess = nil
                guard position.state == .blocked else { return false }
                position.state = .returned
                return true
            }
            if wasBlocked {
                turnEnded.signal()
                turn.wait()
            }
        }
        return try statements()
    }

    private func finishTurn(_ state: State) {
        position.withLock { $0.state = state }
        turnEnded.signal()
    }
}
#endif
