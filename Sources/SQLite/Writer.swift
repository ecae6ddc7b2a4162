import SQL
import Synchronization

/// The one thread that changes the database. What waits while a commit is being written to the disk shares the next
/// commit: batches grow with load by themselves and nobody waits for a timer.
final class Writer: Sendable {
    private struct State {
        var writes: [QueuedWrite] = []
        var chores: [@Sendable (Connection) -> Void] = []
        var isWaiting = false
        var isClosing = false
        var hasEnded = false
        var closers: [CheckedContinuation<Void, Never>] = []
        var broken: SQLFault?
    }

    /// More than this share no commit, so that one slow batch does not hold everybody.
    static let batchAtMost = 512
    /// More than this do not wait: the next caller is refused at once.
    static let waitingAtMost = 16_384

    private let state = Mutex(State())
    private let bell = Doorbell()
    private let onBatch: @Sendable (Int) -> Void

    /// Starts the thread, which from now on owns the connection and the lock.
    init(_ connection: Connection, _ lock: LockFile, onBatch: @escaping @Sendable (Int) -> Void) throws(SQLFault) {
        self.onBatch = onBatch
        try OwnThread.start { [self] in
            while let turn = next() { work(turn, on: connection) }
            connection.close()
            lock.release()
            end()
        }
    }

    /// The fault after which this process writes no more, if the disk or the file has failed.
    var broken: SQLFault? { state.withLock { $0.broken } }

    /// Takes a write in, or refuses it at once.
    func add(_ write: QueuedWrite) {
        let refusal: SQLFault? = state.withLock { state in
            if let broken = state.broken { return broken }
            if state.isClosing { return .unavailable("it is closing") }
            if state.writes.count >= Self.waitingAtMost { return .unavailable("too many writes are waiting") }
            state.writes.append(write)
            ringIfWaiting(&state)
            return nil
        }
        if let refusal { write.refuse(refusal) }
    }

    /// Runs something on the writer's connection between two batches.
    func add(chore: @escaping @Sendable (Connection) -> Void) throws(SQLFault) {
        let isOpen = state.withLock { state in
            guard !state.isClosing else { return false }
            state.chores.append(chore)
            ringIfWaiting(&state)
            return true
        }
        guard isOpen else { throw .unavailable("it is closing") }
    }

    /// Lets the thread finish what was taken in and end.
    func stop() {
        state.withLock { state in
            state.isClosing = true
            ringIfWaiting(&state)
        }
    }

    /// Stops and waits until the file is closed and the lock is free.
    func close() async {
        stop()
        await withCheckedContinuation { caller in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.closers.append(caller) }
                return state.hasEnded
            }
            if hasEnded { caller.resume() }
        }
    }

    private func ringIfWaiting(_ state: inout State) {
        guard state.isWaiting else { return }
        state.isWaiting = false
        bell.ring()
    }

    /// Everything that waits now, as soon as there is something; nil when it is time to end.
    private func next() -> State? {
        while true {
            let turn: State? = state.withLock { state in
                guard state.writes.isEmpty, state.chores.isEmpty, !state.isClosing else {
                    let turn = state
                    (state.writes, state.chores) = ([], [])
                    return turn
                }
                state.isWaiting = true
                return nil
            }
            guard let turn else {
                bell.wait()
                continue
            }
            return turn.writes.isEmpty && turn.chores.isEmpty ? nil : turn
        }
    }

    private func work(_ turn: State, on connection: Connection) {
        var rest = turn.writes[...]
        while !rest.isEmpty {
            let batch = Batch(writes: rest.prefix(Self.batchAtMost), connection: connection, onBatch: onBatch)
            rest = rest.dropFirst(Self.batchAtMost)
            if let broken {
                for write in batch.writes { write.refuse(broken) }
                continue
            }
            remember(batch.commit())
            do throws(SQLFault) { try connection.checkpointIfLong() } catch { remember(error) }
        }
        for chore in turn.chores { chore(connection) }
    }

    /// After an I/O error nothing more is written: what the disk then says about later writes is not to be believed.
    private func remember(_ fault: SQLFault?) {
        switch fault {
        case .corrupt, .unknownOutcome: state.withLock { $0.broken = $0.broken ?? fault }
        case .constraint, .unavailable, .full, .statement, .damagedRow, .schema, nil: return
        }
    }

    private func end() {
        let closers = state.withLock { state in
            state.hasEnded = true
            defer { state.closers = [] }
            return state.closers
        }
        for caller in closers { caller.resume() }
    }
}
