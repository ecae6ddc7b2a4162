import Contracts
import Domain
import JSONRPC
import Support
import Testing

@Suite struct `session.status` {
    @Test func `plays its example: where a session stands`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        let (params, example) = SessionStatus.example
        let answer = try await phone.call(SessionStatus.self, params)
        #expect((answer.scope, answer.approval) == (example.scope, example.approval))
        #expect(
            (answer.accountId, answer.sessionId, answer.deviceId) == (grant.accountId, grant.sessionId, grant.deviceId))
    }

    @Test func `a disapproved person learns the reason`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        _ = try await house.administrate(
            ApprovalDecide.self,
            .init(accountId: grant.accountId, version: 1, status: .disapprovedForSyncing, reason: "not on our list"))
        let answer = try await phone.call(SessionStatus.self, Nothing())
        #expect((answer.approval, answer.approvalReason) == (.disapprovedForSyncing, "not on our list"))
    }

    @Test func `a waiting device learns here that it was admitted`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset()
        try await phone.register(house)
        let waiting = try await tablet.login(house).session
        #expect(try await tablet.call(SessionStatus.self, Nothing()).digits == waiting.digits)
        _ = try await phone.call(
            SessionAdmit.self, .init(sessionId: waiting.sessionId, digits: try #require(waiting.digits)))
        let answer = try await tablet.call(SessionStatus.self, Nothing())
        #expect((answer.scope, answer.digits) == (["account"], nil))
    }
}
