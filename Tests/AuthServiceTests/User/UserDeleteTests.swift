import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import AuthService

@Suite struct `user.delete` {
    @Test func `plays its example: the number's new owner gets a fresh account, and the vault is purged`() async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), owner = fixture.client()
        let former = try await phone.register(fixture, group: "home")
        var params = UserDelete.example.params
        params.phone = AuthTestClient.phone
        _ = try await fixture.callAsAdministrator(UserDelete.self, params)
        try await phone.expectRefused(.accountDeleted, AccountMe.self, Nothing())
        let answer = try await fixture.asVault(
            TokenIntrospect.self, .init(accountId: former.account, sessionId: former.sessionId))
        #expect(answer.ended?.value == .accountDeleted)
        try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
        #expect(fixture.inbox.purges == [former.account])
        #expect(try await fixture.deletionFile.read().done == [fixture.auth.tag(of: former.account)])
        let fresh = try await owner.register(fixture)
        #expect(fresh.account != former.account && fresh.scope == [Open(.account)])
        let recorded = try await fixture.store.decisions(about: former.account, page: DecisionPage(limit: 10)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .accountDeleted, by: .administrator, from: "REGISTERED", to: "INVALID",
                    reason: "the number has a new owner")
            ])
        #expect(
            await fixture.fault(UserDelete.self, .init(accountId: former.account), at: .administration)
                == "userUnknown")
    }

    @Test func `a blocked person and an operator are deleted too`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), chief = fixture.client()
        let blocked = try await phone.register(fixture).account
        _ = try await fixture.store.block(blocked, at: fixture.clock.now)
        try await chief.becomeOperator(fixture, of: ["fieldwork"])
        _ = try await fixture.callAsAdministrator(OperatorEnrol.self, .init(phone: "+4915100000001"))
        _ = try await fixture.callAsAdministrator(UserDelete.self, .init(accountId: blocked))
        _ = try await fixture.callAsAdministrator(UserDelete.self, .init(phone: "+4915100000001"))
        try await phone.expectRefused(.accountDeleted, AccountMe.self, Nothing())
        try await chief.expectRefused(.accountDeleted, AccountMe.self, Nothing())
        for table in ["account", "operator_group", "operator_enrolment", "session", "device"] {
            #expect(try await fixture.count(table) == 0, "\(table)")
        }
    }
}
