import Contracts
import JSONRPC
import Logging
import Primitives
import VaultStore

extension Vault {
    /// The time after which a failed comparison is repeated.
    static let comparisonPause = Duration.seconds(60)

    /// Compares the vaults with the deletions that auth records, each time auth's revocation feed has begun anew, until the
    /// task is cancelled.
    ///
    /// The replay after a restore of this database (``replayDeletions(since:listing:)``) has asked auth too. But auth's own
    /// database may have been an older copy at that time, which did not know an account, and may have been replaced by a
    /// later one since.
    func runDeletionComparison() async {
        for await _ in feedRestarts {
            while !Task.isCancelled {
                do {
                    try await purgeDeletedAccounts()
                    break
                } catch CallFailure.refused(let fault) where fault.isKind(.methodNotFound) {
                    break  // An auth of the previous version keeps no list.
                } catch {
                    if Task.isCancelled { return }
                    log.warning(
                        "the vaults could not be compared with the deletions of auth; it is tried again in a minute",
                        metadata: ["error": "\(error)"])
                    try? await Task.pause(for: Self.comparisonPause)
                }
            }
        }
    }

    /// Purges every live vault whose account auth records as deleted.
    ///
    /// - Returns: the number of purged vaults.
    @discardableResult
    public func purgeDeletedAccounts() async throws -> Int {
        var count = 0, after: AccountID?
        repeat {
            let page = try await peer.deletions(.init(sinceMs: Instant(ms: 0), after: after))
            for account in try await store.heads(of: page.accounts).keys.sorted() {
                let items = try await store.purge(
                    account, at: clock.now, truncateWriteAheadLog: truncateWriteAheadLog)
                changes.notify(account)
                log.warning("the vault of a deleted account was purged", metadata: ["items": "\(items)"])
                count += 1
            }
            after = page.next
        } while after != nil
        return count
    }
}
