import Contracts
import JSONRPC
import Logging
import Primitives
import VaultStore

extension Vault {
    /// The time after which a failed comparison is repeated.
    static let comparisonPause = Duration.seconds(60)

    /// Compares the vaults with the deletions that auth records, each time auth's revocation feed has begun anew, until
    /// the task is cancelled.
    ///
    /// The replay after a restore of this database (``replayDeletions(since:listing:)``) has asked auth too. Auth may
    /// have answered it from an older copy that lacked a deletion. Its feed begins anew when auth's database is
    /// replaced, so the comparison then runs again over all deletions.
    func runDeletionComparison() async {
        for await _ in feedRestarts {
            while !Task.isCancelled {
                do {
                    try await replayDeletions(since: Instant(ms: 0)) { try await peer.deletions($0) }
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
}
