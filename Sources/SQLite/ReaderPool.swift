import SQL
import Synchronization

/// The reading connections. A read runs on its caller's thread and never waits for a connection: if all are in use,
/// another one is opened.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [SQLiteConnection] = []
        var lentCount = 0
        var isClosed = false
        var closeWaiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Reads beyond this number at once are refused, because so many mean that something blocks.
    static let lentLimit = 128

    private let state = Mutex(State())
    private let path: String
    private let idleLimit: Int

    /// - Parameter idleLimit: the most connections that stay open while nobody reads. None is opened before the first
    ///   read.
    init(path: String, idleLimit: Int) {
        self.path = path
        self.idleLimit = idleLimit
    }

    /// A database may be dropped without being closed. Nobody reads then.
    deinit { for connection in state.withLock(\.idle) { connection.close() } }

    /// Runs a closure on one snapshot of the database, on the calling thread.
    func snapshot<T>(_ body: (any Transaction) throws -> T) throws -> T {
        let connection = try lend()
        defer { giveBack(connection) }
        return try connection.snapshot(body)
    }

    /// Runs one statement on the calling thread, without a transaction, because one statement sees one snapshot anyway.
    func select(_ statement: Statement) throws -> [Row] {
        let connection = try lend()
        defer {
            connection.clearError()
            giveBack(connection)
        }
        return try connection.run(statement)
    }

    /// Refuses new reads, and waits until the running ones have ended and every connection is closed.
    func close() async {
        await withCheckedContinuation { caller in
            let (idle, isDone) = state.withLock { state in
                defer { state.idle = [] }
                state.isClosed = true
                if state.lentCount > 0 { state.closeWaiters.append(caller) }
                return (state.idle, state.lentCount == 0)
            }
            for connection in idle { connection.close() }
            if isDone { caller.resume() }
        }
    }

    private func lend() throws(SQLFault) -> SQLiteConnection {
        let known: Result<SQLiteConnection?, SQLFault> = state.withLock { state in
            if state.isClosed { return .failure(.unavailable("it is closing")) }
            if state.lentCount >= Self.lentLimit { return .failure(.unavailable("too many reads at once")) }
            state.lentCount += 1
            return .success(state.idle.popLast())
        }
        if let connection = try known.get() { return connection }
        do throws(SQLFault) {
            return try SQLiteConnection(path: path, role: .reader)
        } catch {
            giveBack(nil)
            throw error
        }
    }

    private func giveBack(_ connection: SQLiteConnection?) {
        let (surplus, waiters) = state.withLock { state in
            state.lentCount -= 1
            let waiters = state.isClosed && state.lentCount == 0 ? state.closeWaiters : []
            let isKept = !state.isClosed && state.idle.count < idleLimit && connection?.isInTransaction == false
            if isKept, let connection { state.idle.append(connection) }
            return (isKept ? nil : connection, waiters)
        }
        surplus?.close()
        for caller in waiters { caller.resume() }
    }
}
