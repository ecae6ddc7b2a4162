import Contracts
import JSONRPC
import Logging
import Primitives
import StrictJSON
import Synchronization

/// Makes the backups that the administrator requests of the running service, one at a time.
final class RequestedBackups: Sendable {
    /// A copy that is being made, which can be ended before it is complete.
    private final class Copy: Sendable {
        let target: String
        private let reason = Mutex<BackupRefusal?>(nil)

        init(to target: String) { self.target = target }

        func end(because refusal: BackupRefusal) { reason.withLock { $0 = $0 ?? refusal } }

        func throwIfEnded() throws { if let refusal = reason.withLock({ $0 }) { throw refusal } }
    }

    private struct State {
        var current: Copy?
        var isClosing = false
    }

    private let database: any ServiceDatabase
    private let steady: SteadyClock
    private let log: Logger
    private let state = Mutex(State())

    init(of database: any ServiceDatabase, steady: SteadyClock, log: Logger) {
        self.database = database
        self.steady = steady
        self.log = log
    }

    /// Copies the database into a new file. The copy ends without a file if the caller disconnects.
    ///
    /// - Throws: the fault `backupRefused` with one sentence, or `invalidParams` for a relative path.
    func create(_ params: BackupCreate.Params, _ context: RequestContext) async throws -> BackupCreate.Answer {
        guard params.path.hasPrefix("/") else { throw Fault(.invalidParams, field: "path") }
        let began = steady.now
        do {
            let bytes = try await copy(to: params.path, context)
            let duration = steady.now - began
            log.notice("a backup was made", metadata: ["path": "\(params.path)", "bytes": "\(bytes)"])
            return BackupCreate.Answer(bytes: bytes, durationMs: Int(duration.ms))
        } catch let refusal as BackupRefusal {
            log.warning("no backup was made", metadata: ["path": "\(params.path)", "reason": "\(refusal)"])
            throw Fault(.backupRefused, reason: refusal.description)
        }
    }

    /// Ends the copy that is being made, and refuses later ones.
    func close() {
        let current = state.withLock { state in
            state.isClosing = true
            return state.current
        }
        current?.end(because: .serviceStops)
    }

    private func copy(to target: String, _ context: RequestContext) async throws -> Int {
        let copy = Copy(to: target)
        try begin(copy)
        defer { state.withLock { $0.current = nil } }
        var outcome: Result<Int, any Error> = .failure(BackupRefusal.callerIsGone)
        await context.waiting(wake: { copy.end(because: .callerIsGone) }) { [database] in
            do {
                outcome = .success(try await database.backup(to: target) { _, _ in try copy.throwIfEnded() })
            } catch {
                outcome = .failure(error)
            }
        }
        return try outcome.get()
    }

    private func begin(_ copy: Copy) throws(BackupRefusal) {
        let refusal: BackupRefusal? = state.withLock { state in
            if state.isClosing { return .serviceStops }
            if let current = state.current { return .alreadyMaking(current.target) }
            state.current = copy
            return nil
        }
        if let refusal { throw refusal }
    }
}
