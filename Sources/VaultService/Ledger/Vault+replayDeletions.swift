public import Contracts
import Logging
public import Primitives
import VaultStore

extension Vault {
    /// Purges the accounts that auth has deleted since a time and that are not purged yet, also those that never stored
    /// anything. A repeated call changes nothing more.
    ///
    /// - Parameter list: calls `deletion.list` of auth.
    /// - Returns: the number of accounts whose vault had come back.
    @discardableResult
    public func replayDeletions(
        since: Instant, listing list: (DeletionList.Params) async throws -> DeletionList.Answer
    ) async throws -> Int {
        var count = 0, after: AccountID?
        repeat {
            let page = try await list(.init(sinceMs: since, after: after))
            let live = try await store.heads(of: page.accounts)
            let done = try await store.completelyPurged(of: page.accounts)
            for account in page.accounts where !done.contains(account) {
                let items = try await store.purge(
                    account, at: clock.now, truncateWriteAheadLog: truncateWriteAheadLog)
                changes.notify(account)
                guard live[account] != nil else { continue }
                log.warning(
                    "a vault of a deleted account had come back and was purged", metadata: ["items": "\(items)"])
                count += 1
            }
            after = page.next
        } while after != nil
        return count
    }
}
