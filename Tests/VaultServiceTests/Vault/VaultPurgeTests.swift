import Contracts
import JSONRPC
import Primitives
import SQL
import StoreSupport
import StrictJSON
import Support
import Testing
import VaultService
import VaultStore

@Suite struct `vault.purge` {
    @Test(.requirement("D1")) func `plays its example: the items are erased, and a later push is refused`() async throws
    {
        let fixture = try await VaultFixture()
        let (params, example) = VaultPurge.example
        #expect(try await fixture.authClient.call(VaultPurge.self, params) == example)
        let person = fixture.person()
        try await person.push(person.create("a"), person.create("b"))
        let purge = VaultPurge.Params(accountId: person.account, requestId: fixture.id())
        #expect(try await fixture.authClient.call(VaultPurge.self, purge).items == 2)
        #expect(try await fixture.authClient.call(VaultPurge.self, purge).items == 0)
        let push = VaultPush.Params(ops: [person.create("late")])
        try await person.expectRefused(.accountDeleted, VaultPush.self, push)
    }

    @Test(.requirement("X17")) func `a late first push to an account purged before it was seen is refused`()
        async throws
    {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let purge = VaultPurge.Params(accountId: person.account, requestId: fixture.id())
        _ = try await fixture.authClient.call(VaultPurge.self, purge)
        let push = VaultPush.Params(ops: [person.create("late")])
        try await person.expectRefused(.accountDeleted, VaultPush.self, push)
    }

    @Test func `no row of the account is left, and on SQLite the write-ahead log is empty`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        var op = person.create("a")
        op.body = ["text": .string(String(repeating: "x", count: 3000))]
        try await person.push(op)
        let purge = VaultPurge.Params(accountId: person.account, requestId: fixture.id())
        _ = try await fixture.authClient.call(VaultPurge.self, purge)
        for table in ["vault_item", "vault_dek", "vault_op", "vault_version"] {
            let rows = try await fixture.database.read { try $0.run(Statement("SELECT 1 FROM \(table)")) }
            #expect(rows.isEmpty, "\(table)")
        }
        if fixture.location.engine == .sqlite { #expect(fileSize(fixture.location.address + "-wal") == 0) }
    }

    @Test func `only auth may purge`() async throws {
        let fixture = try await VaultFixture()
        let params = VaultPurge.example.params
        try await fixture.authClient.expectRefused(
            .callRefused, VaultPurge.self, params, token: .header(nil))
        try await fixture.authClient.expectRefused(
            .callRefused, VaultPurge.self, params, token: .header("v1 handle=x, t=1, n=y, mac=z"))
        let other = try await VaultFixture { $0.authName = "somebody else" }
        let session = try await other.authClient.openSession()
        try await other.authClient.expectRefused(.callRefused, VaultPurge.self, params, token: .session(session))
    }

    @Test func `on a full disk the answer is storageFull`() async throws {
        let fixture = try await VaultFixture()
        let session = try await fixture.authClient.openSession()
        fixture.database.fill()
        try await fixture.authClient.expectRefused(
            .storageFull, VaultPurge.self, VaultPurge.example.params, token: .session(session))
    }
}
