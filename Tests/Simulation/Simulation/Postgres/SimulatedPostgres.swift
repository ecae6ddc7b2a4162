#if Postgres
import Postgres
import Primitives
import SQL

/// The database of one service process on PostgreSQL, as the process sees it. Connections, statements, retries and
/// failures are the product's; the pool is the simulation's.
///
/// Each write runs on a thread of its own connection, in the turns that ``Turns`` gives it. A read runs at once and to its
/// end when its time has come: on its snapshot it would see the same later.
final class SimulatedPostgres: Database, @unchecked Sendable {  // all of a simulation runs on one thread
    /// What happens to a process or its connection at a commit.
    enum CommitFault: Sendable {
        case diesBefore, diesAfter
        /// The connection is cut, so that the process does not learn whether it has committed.
        case isCutBefore, isCutAfter
    }

    /// The longest time that a write waits for a connection, as in the product.
    private static let waitLimit = Duration.seconds(3)

    private let settings: PostgresSettings
    private let world: World
    private let engine: PostgresEngine
    private let onConnect: @Sendable (TimelinePosition) throws(SQLFault) -> Void
    private let memory: StatementMemory
    private var threads: [TransactionThread] = []
    private var idle: [TransactionThread] = []
    private var queue: [(number: Int, transaction: QueuedTransaction)] = []
    private var reader: SingleConnection?
    private var queued = 0
    private var fault: (commits: Int, kind: CommitFault)?
    private var closing: [CheckedContinuation<Void, Never>] = []
    private var isClosed = false
    /// True if the process dies after the present turn.
    private var diesNow = false
    /// Ends the process at a commit.
    private let die: () -> Void
    /// Called after each commit that its server knows of.
    private let committed: () -> Void

    /// - Parameter size: the most connections for writes.
    init(
        _ settings: PostgresSettings, _ engine: PostgresEngine, _ world: World, memory: StatementMemory,
        onConnect: @escaping @Sendable (TimelinePosition) throws(SQLFault) -> Void = { _ in },
        die: @escaping () -> Void, committed: @escaping () -> Void
    ) {
        (self.settings, self.engine, self.world, self.onConnect) = (settings, engine, world, onConnect)
        (self.memory, self.die, self.committed) = (memory, die, committed)
    }

    var dialect: Dialect { .postgres }

    func read<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { caller in
            let transaction = QueuedTransaction(body, for: caller)
            world.executor.after(engine.turns.nextPause()) { [self] in runRead(transaction) }
        }
    }

    func write<T: Sendable>(_ body: @Sendable @escaping (any Transaction) throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { add(QueuedTransaction(body, for: $0)) }
    }

    func close() async {
        isClosed = true
        if !isQuiet { await withCheckedContinuation { closing.append($0) } }
        end()
        engine.closed(self)
    }

    /// Lets something happen at the nth commit from now.
    func fail(atCommit number: Int, _ kind: CommitFault) { fault = (number, kind) }

    func forgetFault() { fault = nil }

    /// Cuts every connection, as when the process dies. Nothing can be done with the database afterwards.
    func kill() {
        isClosed = true
        for (_, transaction) in queue { transaction.refuse(Self.closed) }
        queue = []
        engine.cluster.terminate((threads.map(\.connection) + [reader]).compactMap { $0?.serverProcess })
        engine.turns.settle()
        end()
    }

    private static let closed = SQLFault.unavailable("it is closing")
    private var isQuiet: Bool { queue.isEmpty && idle.count == threads.count }

    private func runRead(_ transaction: QueuedTransaction) {
        guard !isClosed else { return transaction.refuse(Self.closed) }
        let remembering = QueuedTransaction(
            perform: { [memory] in transaction.perform(RememberingTransaction($0, memory)) },
            refuse: transaction.refuse)
        for _ in 0..<2 {
            do throws(SQLFault) {
                if reader?.isUsable != true {
                    reader = try SingleConnection(
                        settings, random: world.random, isReadOnly: true, onConnect: onConnect)
                }
            } catch { return transaction.refuse(error) }
            if reader?.run(remembering, isWrite: false) == true { return }
        }
        transaction.refuse(.unavailable("the connection was lost"))
    }

    private func add(_ transaction: QueuedTransaction) {
        guard !isClosed else { return transaction.refuse(Self.closed) }
        queued += 1
        let number = queued
        queue.append((number, transaction))
        dispatch()
        guard queue.last?.number == number else { return }
        world.executor.after(Self.waitLimit) { [self] in
            guard let index = queue.firstIndex(where: { $0.number == number }) else { return }
            queue.remove(at: index).transaction.refuse(.unavailable("no connection became free"))
        }
    }

    /// Hands waiting transactions to threads that have none.
    private func dispatch() {
        while !queue.isEmpty, let thread = idle.popLast() ?? newThread() {
            thread.transaction = inTurns(queue.removeFirst().transaction, on: thread)
            engine.turns.schedule(thread)
        }
        guard isClosed, isQuiet else { return }
        for caller in closing { caller.resume() }
        closing = []
    }

    private func newThread() -> TransactionThread? {
        guard threads.count < settings.poolSize else { return nil }
        let (settings, random, onConnect) = (settings, world.random, onConnect)
        let thread = try? TransactionThread { () throws(SQLFault) in
            try SingleConnection(settings, random: random, onConnect: onConnect)
        }
        guard let thread else { return nil }
        // The cycles of references end in ``end()``.
        thread.beforeTurn = { [self, unowned thread] in beforeTurn(of: thread) }
        thread.whenIdle = { [self, unowned thread] in
            idle.append(thread)
            if diesNow {
                diesNow = false
                die()
            }
            dispatch()
            // A process that has died or is closed needs no thread any more.
            if isClosed { end() }
        }
        threads.append(thread)
        return thread
    }

    private func beforeTurn(of thread: TransactionThread) {
        guard thread.state == .committing else { return }
        memory.forget()
        guard let (commits, kind) = fault else { return }
        guard commits <= 1 else { return fault = (commits - 1, kind) }
        fault = nil
        switch kind {
        case .diesBefore, .diesAfter: world.log.count(.dieAtCommit)
        case .isCutBefore, .isCutAfter: world.log.count(.connectionCut)
        }
        switch kind {
        case .diesBefore: die()
        case .isCutBefore: engine.cluster.terminate([thread.connection?.serverProcess].compactMap(\.self))
        case .isCutAfter: thread.losesCommitAnswer = true
        case .diesAfter: diesNow = true
        }
    }

    /// The same transaction, in turns.
    private func inTurns(_ transaction: QueuedTransaction, on thread: TransactionThread) -> QueuedTransaction {
        QueuedTransaction(
            perform: { [self] base in
                let stepped = SteppedTransaction(base, thread)
                let outcome = transaction.perform(stepped)
                guard outcome.error == nil, stepped.hasBegun else { return outcome }
                thread.takeTurn(to: .committing)
                return QueuedTransaction.Outcome(error: nil) { [self] fault in
                    if fault == nil { committed() }
                    let isLost = fault == nil && thread.losesCommitAnswer
                    thread.losesCommitAnswer = false
                    outcome.resume(isLost ? .unknownOutcome("the connection was cut") : fault)
                }
            }, refuse: transaction.refuse)
    }

    /// Ends the threads that have no transaction, and with them their connections.
    private func end() {
        for thread in idle {
            thread.shallEnd = true
            thread.grant()
            _ = thread.waitForEnd(milliseconds: 1000)
            (thread.beforeTurn, thread.whenIdle) = ({}, {})
        }
        threads.removeAll { thread in idle.contains { $0 === thread } }
        (idle, reader) = ([], nil)
    }
}
#endif
