import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `approval.decide` {
    @Test func `plays its example: the person stands where the operator says`() async throws {
        let house = try await AuthHouse(), desk = house.handset(), phone = house.handset()
        try await desk.becomeOperator(house, of: ["fieldwork"])
        let grant = try await phone.register(house)
        var (params, example) = ApprovalDecide.example
        params.accountId = grant.accountId
        example.accountId = grant.accountId
        #expect(try await desk.call(ApprovalDecide.self, params) == example)
        #expect(try await phone.call(SessionStatus.self, Nothing()).approval == .approvedForSyncing)
    }

    @Test func `any of the three leads to any other`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        var version = 1
        for status in [
            ApprovalStatus.approvedForSyncing, .disapprovedForSyncing, .waitingForApproval, .disapprovedForSyncing,
            .approvedForSyncing, .waitingForApproval,
        ] {
            let answer = try await house.administrate(
                ApprovalDecide.self,
                .init(accountId: grant.accountId, version: version, status: status, reason: "because"))
            #expect(answer.status == status)
            version = answer.version
        }
        #expect(version == 7)
    }

    @Test func `every refusal has its name`() async throws {
        let house = try await AuthHouse(), desk = house.handset(), phone = house.handset()
        try await desk.becomeOperator(house, of: ["clinic"])
        let own = try #require(desk.session).accountId
        let grant = try await phone.register(house)
        func refused(_ account: AccountID, _ status: ApprovalStatus, version: Int = 1) async throws -> String {
            try await desk.refused(ApprovalDecide.self, .init(accountId: account, version: version, status: status))
        }
        #expect(try await refused(grant.accountId, .approvedForSyncing) == "notYourGroup")
        #expect(try await refused(own, .approvedForSyncing) == "selfApproval")
        #expect(try await refused(house.random.id(), .approvedForSyncing) == "userUnknown")
        #expect(try await refused(grant.accountId, .disapprovedForSyncing) == "reasonRequired")
        let mine = try await house.handset().register(house, "+33612345678", group: "clinic")
        #expect(try await refused(mine.accountId, .approvedForSyncing, version: 2) == "versionStale")
        #expect(
            try await phone.refused(
                ApprovalDecide.self, .init(accountId: mine.accountId, version: 1, status: .approvedForSyncing))
                == "scopeMissing")
    }

    @Test func `a repeated request gives the first answer, not versionStale`() async throws {
        let house = try await AuthHouse(), desk = house.handset(), phone = house.handset()
        try await desk.becomeOperator(house, of: ["fieldwork"])
        let grant = try await phone.register(house)
        var once = ApprovalDecide.Params(
            accountId: grant.accountId, version: 1, status: .approvedForSyncing, requestId: house.random.id())
        let first = try await desk.call(ApprovalDecide.self, once)
        #expect(try await desk.call(ApprovalDecide.self, once) == first)
        once.version = 2
        #expect(try await desk.refused(ApprovalDecide.self, once) == "requestIdReused")
    }

    @Test func `an operator who lost the group since cannot decide`() async throws {
        let house = try await AuthHouse(), desk = house.handset(), phone = house.handset()
        try await desk.becomeOperator(house, of: ["fieldwork"])
        let grant = try await phone.register(house)
        try await house.forget("operator_group")
        let params = ApprovalDecide.Params(accountId: grant.accountId, version: 1, status: .approvedForSyncing)
        #expect(try await desk.refused(ApprovalDecide.self, params) == "notYourGroup")
    }
}
