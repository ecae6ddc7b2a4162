import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `session.status` {
    @Test func `plays its example: the state of a session`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        let (params, example) = SessionStatus.example
        let answer = try await phone.call(SessionStatus.self, params)
        #expect((answer.scope, answer.approval) == (example.scope, example.approval))
        #expect(
            (answer.accountId, answer.sessionId, answer.deviceId) == (grant.account, grant.sessionId, grant.deviceId))
    }

    @Test func `a disapproved person reads the reason, but a device that waits to be admitted reads no approval`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        let grant = try await phone.register(fixture)
        try await tablet.login(fixture)
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self,
            .init(accountId: grant.account, version: 1, status: .disapprovedForSyncing, reason: "not on our list"))
        let answer = try await phone.call(SessionStatus.self, Nothing())
        #expect((answer.approval, answer.approvalReason) == (.disapprovedForSyncing, "not on our list"))
        let waiting = try await tablet.call(SessionStatus.self, Nothing())
        #expect((waiting.approval, waiting.approvalReason) == (nil, nil))
    }

    @Test func `an unproven session learns from its status that it was admitted`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture)
        let waiting = try await tablet.login(fixture).session
        #expect(try await tablet.call(SessionStatus.self, Nothing()).digits == waiting.digits)
        _ = try await phone.call(
            SessionAdmit.self, .init(sessionId: waiting.sessionId, digits: try #require(waiting.digits)))
        let answer = try await tablet.call(SessionStatus.self, Nothing())
        #expect((answer.scope, answer.digits) == ([Open(.account)], nil))
    }
}
