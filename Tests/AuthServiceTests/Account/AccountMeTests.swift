import Contracts
import Domain
import JSONRPC
import Support
import Testing

@Suite struct `account.me` {
    @Test func `plays its example: what auth knows of a member, the number whole`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let made = house.clock.now
        let grant = try await phone.register(house, group: "clinic")
        let (params, example) = AccountMe.example
        let answer = try await phone.call(AccountMe.self, params)
        #expect((answer.phone, answer.kind, answer.group) == (example.phone, example.kind, example.group))
        #expect((answer.accountId, answer.approval, answer.createdAtMs) == (grant.accountId, .waitingForApproval, made))
    }
}
