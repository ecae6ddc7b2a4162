import Primitives
import Support

@testable import VaultService

extension VaultFixture {
    /// Returns when a pull of the account has read the account and waits for a change.
    func waitForWaitingPull(of account: AccountID) async throws {
        try await waitUntil { vault.changes.lowestSeenHeads[account] != nil }
    }
}
