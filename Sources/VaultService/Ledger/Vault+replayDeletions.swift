public import Contracts
import Logging
public import Primitives
import VaultStore

extension Vault {
    /// Purges again, after a restore, every account that auth has deleted since a time. A repeated call changes nothing
    /// more.
    ///
    /// - Parameter list: calls `deletion.list` of auth.
    /// - Returns: the number of accounts in the list.
    @discardableResult
    public func replayDeletions(
        since: Instant, listing list: (DeletionList.Params) async throws -> DeletionList.Answer
    ) async throws -> Int {
        var count = 0, after: AccountID?
        repeat {
            let page = try await list(.init(sinceMs: since, after: after))
            for account in page.accounts {
                let erased = try await store.purge(account, at: clock.now)
                changes.notify(account)
                if erased > 0 {
                    log.notice(
                        "a vault that a restore had brought back was purged again", metadata: ["items": "\(erased)"])
                }
            }
            count += page.accounts.count
            after = page.next
        } while after != nil
        if count > 0 { try await truncateWriteAheadLog() }
        return count
    }
}
