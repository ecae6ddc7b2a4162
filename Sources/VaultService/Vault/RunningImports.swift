import Contracts
import JSONRPC
import Primitives
import Synchronization

/// The imports that this process runs at the same time: at most ``most``, and at most one of an account.
///
/// An import may compute for seconds and need some hundred megabytes, so it runs on a thread of its own, and the event loops
/// go on answering other calls.
final class RunningImports: Sendable {
    static let most = 2

    private let accounts = Mutex<Set<AccountID>>([])
    private let threads = ThreadExecutor(mostThreads: most)

    /// Runs an import.
    ///
    /// - Throws: `unavailable` while the account has another import or ``most`` are running.
    func run<T: Sendable>(
        of account: AccountID, _ work: @Sendable @escaping () async throws -> T
    ) async throws -> T {
        let begins = accounts.withLock { $0.count < Self.most && $0.insert(account).inserted }
        guard begins else { throw Fault(.unavailable, retryAfterMs: 1000) }
        defer { accounts.withLock { _ = $0.remove(account) } }
        return try await Task(executorPreference: threads) { try await work() }.value
    }
}
