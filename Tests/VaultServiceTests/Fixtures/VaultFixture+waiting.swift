import Primitives

@testable import VaultService

extension VaultFixture {
    /// Returns when a pull of the account has read the account and waits for a change.
    func waitForWaitingPull(of account: AccountID) async throws {
        while vault.changes.lowestSeenHeads[account] == nil { try await Task.sleep(for: .milliseconds(1)) }
    }
}
