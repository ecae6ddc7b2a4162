import Primitives
import VaultStore

extension VaultStore {
    /// Purges an account and leaves the write-ahead log as it is.
    @discardableResult
    func purge(_ account: AccountID, at now: Instant) async throws -> Int {
        try await purge(account, at: now, truncateWriteAheadLog: {})
    }

    /// Completes interrupted purges and leaves the write-ahead log as it is.
    func completePurges(limit: Int = 100) async throws -> Int {
        try await completePurges(limit: limit, truncateWriteAheadLog: {})
    }
}
