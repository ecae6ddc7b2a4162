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
        let house = try await AuthHouse(), desk = house.handset(), phone = house.handset()
        try await desk.becomeOperator(house, of: ["fieldwork"])
        let grant = try await phone.register(house)
        var (params, example) = ApprovalExplain.example
        params.accountId = grant.accountId
        example.accountId = grant.accountId
        #expect(try await desk.call(ApprovalExplain.self, params) == example)
    }

    @Test func `each obstacle is a sentence, and none is left when all are gone`() async throws {
        let house = try await AuthHouse { $0.sends.number = [] }
        let phone = house.handset(), tablet = house.handset()
        let grant = try await phone.register(house)
        func because() async throws -> [String] {
            try await house.administrate(ApprovalExplain.self, .init(accountId: grant.accountId)).because
        }
        _ = try await house.administrate(
            ApprovalDecide.self,
            .init(accountId: grant.accountId, version: 1, status: .disapprovedForSyncing, reason: "left the team"))
        #expect(try await because() == ["An operator disapproved: left the team."])
        _ = try await house.administrate(
            ApprovalDecide.self, .init(accountId: grant.accountId, version: 2, status: .approvedForSyncing))
        #expect(try await because() == ["Approved, and logged in on a device that was let in."])
        _ = try await phone.call(SessionLogout.self, .init())
        try await tablet.login(house)
        #expect(try await because() == ["A new device waits to be admitted from one that is already in."])
        _ = try await tablet.call(SessionLogout.self, .init())
        _ = try await phone.requestCode(house)
        #expect(
            try await because() == [
                "The person is not logged in on any device.", "The last session was ended on purpose.",
                "A code was sent and has not been entered.",
            ])
        _ = try await house.store.block(grant.accountId, at: house.clock.now)
        #expect(try await because().first?.hasPrefix("The account is blocked") == true)
    }

    @Test func `strangers and people of other groups are not explained`() async throws {
        let house = try await AuthHouse(), desk = house.handset(), phone = house.handset()
        try await desk.becomeOperator(house, of: ["clinic"])
        let grant = try await phone.register(house)
        #expect(try await desk.refused(ApprovalExplain.self, .init(accountId: grant.accountId)) == "notYourGroup")
        #expect(try await desk.refused(ApprovalExplain.self, .init(accountId: house.random.id())) == "userUnknown")
    }
}
