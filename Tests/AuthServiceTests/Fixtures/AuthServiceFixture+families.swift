import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import Support
import Testing

extension AuthServiceFixture {
    /// Sets the approval of a person, as the administrator.
    func decide(_ account: AccountID, _ status: ApprovalStatus) async throws {
        let version = try #require(try await store.account(account)?.approvalVersion)
        _ = try await callAsAdministrator(
            ApprovalDecide.self,
            .init(
                accountId: account, version: Int(version), status: status,
                reason: status == .disapprovedForSyncing ? "unknown here" : nil))
    }

    /// Begins a generation of the database as a service does that finds an older copy in its place.
    func restoreOlderCopy() async throws {
        let now = clock.now, id: GenerationID = random.id()
        try await database.write { transaction in
            _ = try Generations.begin(id, at: now, in: transaction)
            try VoidedByRestore.recordOlderCopy(at: now, in: transaction)
        }
    }

    /// The revocation events of an account, in their order.
    func events(of account: AccountID) async throws -> [RevocationEvent] {
        try await auth.numberRevocationEvents()
        return try await asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 0)).events
            .filter { $0.accountId == account }
    }

    /// The accounts whose vaults were purged, after everything due was sent.
    func purgedAccounts() async throws -> Set<AccountID> {
        try await auth.sendDue(gateway: inbox.gateway, purger: inbox.purger)
        return Set(inbox.purges)
    }
}
