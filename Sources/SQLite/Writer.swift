import Primitives
import SQL
import Synchronization

/// The queue and the thread of all writes (group commit). The writes that arrive while a commit is being written to the
/// disk share the next commit, so batches grow with the load and no write waits for a timer.
final class Writer: Sendable {
    private struct State {
        var writes: [QueuedTransaction] = []
        var jobs: [@Sendable (SQLiteConnection) -> Void] = []
        /// True if the next addition to the queue has to wake the writer.
        var needsWake = false
        var isClosing = false
        var hasEnded = false
        var closeWaiters: [CheckedContinuation<Void, Never>] = []
        var permanentFault: SQLFault?
    }

    /// The most writes in one commit, so that one slow batch does not delay all callers.
    static let batchLimit = 512
    /// The most writes in the queue; more are refused at once.
    static let queueLimit = 16_384

    /// Calls the closure once, later and not on the calling stack.
    typealias Schedule = @Sendable (@escaping @Sendable () -> Void) -> Void

    private let state = Mutex(State())
    private let wake: @Sendable (Writer) -> Void
    private let onCommit: @Sendable (Int) -> Void

    /// Starts the thread, which owns the connection and the lock from now on.
    init(
        _ connection: SQLiteConnection, _ lock: LockFile, onCommit: @escaping @Sendable (Int) -> Void
    ) throws(SQLFault) {
        self.onCommit = onCommit
        do throws(SystemCallFailure) {
            let wakeSignal = try ThreadSignal()
            wake = { _ in wakeSignal.send() }
            try DedicatedThread.start { [self] in
                while let work = next(wakeSignal) { perform(work, on: connection) }
                connection.close()
                lock.release()
                markEnded()
            }
        } catch {
            throw .unavailable("the writer's thread could not be started: \(error)")
        }
    }

    /// Makes a writer without a thread: whenever something is queued, `schedule` runs the whole queue later.
    init(_ connection: SQLiteConnection, onCommit: @escaping @Sendable (Int) -> Void, schedule: @escaping Schedule) {
        self.onCommit = onCommit
        wake = { writer in schedule { writer.performQueue(on: connection) } }
        state.withLock { $0.needsWake = true }
    }

    /// Performs everything queued so far, and closes the connection if the writer is closing.
    private func performQueue(on connection: SQLiteConnection) {
        let work = state.withLock { state in
            let taken = state
            (state.writes, state.jobs) = ([], [])
            return taken
        }
        perform(work, on: connection)
        let hasEnded = state.withLock { state in
            guard state.writes.isEmpty, state.jobs.isEmpty else {
                wake(self)
                return false
            }
            state.needsWake = !state.isClosing
            return state.isClosing
        }
        guard hasEnded else { return }
        connection.close()
        markEnded()
    }

    /// The fault of the disk or the file after which every write is refused; nil while there is none.
    var permanentFault: SQLFault? { state.withLock { $0.permanentFault } }

    /// Queues a write, or refuses it at once.
    func add(_ write: QueuedTransaction) {
        let refusal: SQLFault? = state.withLock { state in
            if let fault = state.permanentFault { return fault }
            if state.isClosing { return .unavailable("it is closing") }
            if state.writes.count >= Self.queueLimit { return .unavailable("too many writes are waiting") }
            state.writes.append(write)
            wakeIfNeeded(&state)
            return nil
        }
        if let refusal { write.refuse(refusal) }
    }

    /// Queues a closure that runs on the writer's connection, between two commits.
    func add(job: @escaping @Sendable (SQLiteConnection) -> Void) throws(SQLFault) {
        let isOpen = state.withLock { state in
            guard !state.isClosing else { return false }
            state.jobs.append(job)
            wakeIfNeeded(&state)
            return true
        }
        guard isOpen else { throw .unavailable("it is closing") }
    }

    /// Refuses new writes. The thread finishes the queued ones and ends.
    func stop() {
        state.withLock { state in
            state.isClosing = true
            wakeIfNeeded(&state)
        }
    }

    /// Stops, and waits until the file is closed and its lock released.
    func close() async {
        stop()
        await withCheckedContinuation { caller in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.closeWaiters.append(caller) }
                return state.hasEnded
            }
            if hasEnded { caller.resume() }
        }
    }

    private func wakeIfNeeded(_ state: inout State) {
        guard state.needsWake else { return }
        state.needsWake = false
        wake(self)
    }

    /// Waits until something is queued and takes all of it; nil when the writer is closing and the queue is empty.
    private func next(_ wakeSignal: ThreadSignal) -> State? {
        while true {
            let taken: State? = state.withLock { state in
                guard state.writes.isEmpty, state.jobs.isEmpty, !state.isClosing else {
                    let taken = state
                    (state.writes, state.jobs) = ([], [])
                    return taken
                }
                state.needsWake = true
                return nil
            }
            guard let taken else {
                wakeSignal.wait()
                continue
            }
            return taken.writes.isEmpty && taken.jobs.isEmpty ? nil : taken
        }
    }

    private func perform(_ work: State, on connection: SQLiteConnection) {
        var rest = work.writes[...]
        while !rest.isEmpty {
            let batch = CommitBatch(writes: rest.prefix(Self.batchLimit), connection: connection, onCommit: onCommit)
            rest = rest.dropFirst(Self.batchLimit)
            if let permanentFault {
                for write in batch.writes { write.refuse(permanentFault) }
                continue
            }
            batch.commit { noteFault($0, on: connection) }
            guard permanentFault == nil else { continue }
            do throws(SQLFault) { try connection.checkpointIfLong() } catch { noteFault(error, on: connection) }
        }
        for job in work.jobs { job(connection) }
    }

    /// Refuses all further writes after damage to the file or an I/O error. After an I/O error the kernel may report
    /// later writes as successful that are not on the disk.
    ///
    /// The log stays as it is. It may hold a commit whose caller got a fault, and a copy of the files made meanwhile
    /// holds it too: if this file lost it and went on, the same sequence numbers would mean different changes in the
    /// file and in the copy.
    private func noteFault(_ fault: SQLFault, on connection: SQLiteConnection) {
        switch fault {
        case .corrupt, .unknownOutcome:
            connection.keepLogWhenClosed()
            state.withLock { $0.permanentFault = $0.permanentFault ?? fault }
        case .constraint, .unavailable, .full, .statement, .damagedRow, .schema: return
        }
    }

    private func markEnded() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            defer { state.closeWaiters = [] }
            return state.closeWaiters
        }
        for caller in waiters { caller.resume() }
    }
}
