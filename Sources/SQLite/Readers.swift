import SQL
import Synchronization

/// The connections that read. Reads run on the callers' own threads, so as many are open as threads read at once;
/// nobody waits for one.
final class Readers: Sendable {
    private struct State {
        var idle: [Connection] = []
        var lent = 0
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    /// More threads than this reading at once means something is stuck.
    static let lentAtMost = 128

    private let state = Mutex(State())
    private let path: String
    private let keptAtMost: Int

    /// Connections to a file, opened when first needed, of which so many are kept open for the next reader.
    init(path: String, keeping keptAtMost: Int) {
        self.path = path
        self.keptAtMost = keptAtMost
    }

    /// Runs a closure on one unchanging state of the database, on the calling thread.
    func snapshot<T>(_ body: (any Transaction) throws -> T) throws -> T {
        let connection = try lend()
        defer { giveBack(connection) }
        return try connection.snapshot(body)
    }

    /// Runs one statement, which sees one state of the database by itself, on the calling thread.
    func select(_ statement: Statement) throws -> [Row] {
        let connection = try lend()
        defer {
            connection.recover()
            giveBack(connection)
        }
        return try connection.run(statement)
    }

    /// Lends no more and waits until the last connection has come back and is closed.
    func close() async {
        await withCheckedContinuation { caller in
            let (idle, isDone) = state.withLock { state in
                defer { state.idle = [] }
                state.isClosed = true
                if state.lent > 0 { state.closers.append(caller) }
                return (state.idle, state.lent == 0)
            }
            for connection in idle { connection.close() }
            if isDone { caller.resume() }
        }
    }

    private func lend() throws(SQLFault) -> Connection {
        let known: Result<Connection?, SQLFault> = state.withLock { state in
            if state.isClosed { return .failure(.unavailable("it is closing")) }
            if state.lent >= Self.lentAtMost { return .failure(.unavailable("too many reads at once")) }
            state.lent += 1
            return .success(state.idle.popLast())
        }
        if let connection = try known.get() { return connection }
        do throws(SQLFault) {
            return try Connection(path: path, role: .reader)
        } catch {
            giveBack(nil)
            throw error
        }
    }

    private func giveBack(_ connection: Connection?) {
        let (surplus, closers) = state.withLock { state in
            state.lent -= 1
            let closers = state.isClosed && state.lent == 0 ? state.closers : []
            let isKept = !state.isClosed && state.idle.count < keptAtMost && connection?.isOutsideTransaction == true
            if isKept, let connection { state.idle.append(connection) }
            return (isKept ? nil : connection, closers)
        }
        surplus?.close()
        for caller in closers { caller.resume() }
    }
}
