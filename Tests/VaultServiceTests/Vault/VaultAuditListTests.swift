import AuditService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing
import VaultService

@Suite struct `vault.auditList` {
    @Test(.requirement("L1"))
    func `plays its example: the secrets that a device has read in an hour`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person(), other = fixture.person()
        try await person.push(person.create("a"), person.create("b"), person.create("c"))
        try await other.push(other.create("d"))
        _ = (try await person.pull(), try await other.pull())
        await fixture.vault.writeReads()
        fixture.clock.advance(by: .hours(2))
        await fixture.vault.writeReads()
        try await fixture.purgeAccounts(1)
        var (params, example) = VaultAuditList.example
        params.accountId = person.account
        let answer = try await fixture.callAsAdministrator(VaultAuditList.self, params)
        let row = try #require(answer.rows.first)
        (example.rows[0].accountId, example.rows[0].deviceId) = (person.account, person.device)
        (example.rows[0].number, example.rows[0].atMs) = (row.number, row.atMs)
        #expect(answer == example)
        #expect(row.atMs <= fixture.clock.now - .hours(2))
    }

    @Test func `the administrator sees all rows, page by page, the newest first, and those of a kind`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        _ = try await person.pull()
        await fixture.vault.writeReads()
        let purge = VaultPurge.Params(accountId: person.account, requestId: fixture.id())
        _ = try await fixture.authClient.call(VaultPurge.self, purge)
        try await fixture.purgeAccounts(3)
        let all = try await fixture.callAsAdministrator(VaultAuditList.self, .init()).rows
        #expect(all.map(\.number) == [5, 4, 3, 2, 1])
        let first = try await fixture.callAsAdministrator(VaultAuditList.self, .init(limit: 2)).rows
        let second = try await fixture.callAsAdministrator(VaultAuditList.self, .init(before: first[1].number)).rows
        #expect(first + second == all)
        let purges = try await fixture.callAsAdministrator(VaultAuditList.self, .init(kind: .purge)).rows
        #expect(purges.count == 4 && purges.allSatisfy { $0.kind == Open(.purge) && $0.actor == Open(.peer) })
        let own = try await fixture.callAsAdministrator(VaultAuditList.self, .init(accountId: person.account)).rows
        #expect(Set(own.map(\.kind)) == [Open(.secretRead), Open(.purge)])
    }

    @Test(arguments: [Listener.public, .internal])
    func `no method of the audit log is served at another listener than the administration socket`(
        listener: Listener
    ) async throws {
        let fixture = try await VaultFixture()
        func fault<M: Method>(_ method: M.Type, _ params: M.Params) async -> String? {
            await #expect(throws: CallFailure.self) {
                try await fixture.callAsAdministrator(method, params, at: listener)
            }?.fault?.name
        }
        #expect(await fault(VaultAuditList.self, .init()) == "methodNotFound")
        #expect(await fault(AuditList.self, .init()) == "methodNotFound")
        #expect(await fault(AuditVerify.self, .init()) == "methodNotFound")
        #expect(await fault(AuditState.self, Nothing()) == "methodNotFound")
        #expect(await fault(AuditAcceptEnd.self, AuditAcceptEnd.example.params) == "methodNotFound")
    }
}
