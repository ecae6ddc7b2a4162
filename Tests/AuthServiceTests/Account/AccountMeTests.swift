import Contracts
import Domain
import JSONRPC
import Support
import Testing

@Suite struct `account.me` {
    @Test func `plays its example: a member's account with the whole phone number`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let made = fixture.clock.now
        let grant = try await phone.register(fixture, group: "clinic")
        let (params, example) = AccountMe.example
        let answer = try await phone.call(AccountMe.self, params)
        #expect((answer.phone, answer.kind, answer.group) == (example.phone, example.kind, example.group))
        #expect((answer.accountId, answer.approval, answer.createdAtMs) == (grant.account, .waitingForApproval, made))
    }
}
