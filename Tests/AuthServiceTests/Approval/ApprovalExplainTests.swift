import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `approval.explain` {
    @Test func `plays its example: nobody has decided yet`() async throws {
        let fixture = try await AuthServiceFixture(), operatorClient = fixture.client(), phone = fixture.client()
        try await operatorClient.becomeOperator(fixture, of: ["fieldwork"])
        let grant = try await phone.register(fixture)
        var (params, example) = ApprovalExplain.example
        params.accountId = grant.account
        example.accountId = grant.account
        #expect(try await operatorClient.call(ApprovalExplain.self, params) == example)
    }

    @Test func `each obstacle is one sentence, and an approved person has a sentence that says so`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client(), tablet = fixture.client()
        let grant = try await phone.register(fixture)
        func because() async throws -> [String] {
            try await fixture.callAsAdministrator(ApprovalExplain.self, .init(accountId: grant.account)).because
        }
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self,
            .init(accountId: grant.account, version: 1, status: .disapprovedForSyncing, reason: "left the team"))
        #expect(try await because() == ["An operator disapproved: left the team."])
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self, .init(accountId: grant.account, version: 2, status: .approvedForSyncing))
        #expect(try await because() == ["Approved, and logged in on a device that was let in."])
        _ = try await phone.call(SessionLogout.self, .init())
        try await tablet.login(fixture)
        #expect(try await because() == ["A new device waits to be admitted from one that is already in."])
        _ = try await tablet.call(SessionLogout.self, .init())
        _ = try await phone.requestCode(fixture)
        #expect(
            try await because() == [
                "The person is not logged in on any device.", "The last session was ended on purpose.",
                "A code was sent and has not been entered.",
            ])
        _ = try await fixture.store.block(grant.account, at: fixture.clock.now)
        #expect(try await because().first?.hasPrefix("The account is blocked") == true)
    }

    @Test func `unknown people and people of other groups are refused`() async throws {
        let fixture = try await AuthServiceFixture(), operatorClient = fixture.client(), phone = fixture.client()
        try await operatorClient.becomeOperator(fixture, of: ["clinic"])
        let grant = try await phone.register(fixture)
        try await operatorClient.expectRefused(.notYourGroup, ApprovalExplain.self, .init(accountId: grant.account))
        try await operatorClient.expectRefused(
            .userUnknown, ApprovalExplain.self, .init(accountId: fixture.random.id()))
    }
}
