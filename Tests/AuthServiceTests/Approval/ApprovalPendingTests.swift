import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `approval.pending` {
    @Test func `plays its example: those who wait in the operator's groups, longest first, masked`() async throws {
        let house = try await AuthHouse(), desk = house.handset()
        try await desk.becomeOperator(house, of: ["clinic", "home"])
        let since = house.clock.now
        let first = try await house.handset().register(house, group: "clinic")
        let second = try await house.handset().register(house, "+33612345678", group: "clinic")
        try await house.handset().register(house, "+447700900123")
        let (params, _) = ApprovalPending.example
        let people = try await desk.call(ApprovalPending.self, params).people
        #expect(people.map(\.accountId) == [first.accountId, second.accountId])
        #expect(people.map(\.phone) == ["+49•••••678", "+33•••••678"])
        #expect(people.map(\.version) == [1, 1])
        #expect(people.first?.sinceMs == since)
    }

    @Test func `one group, one number, one status, a few`() async throws {
        let house = try await AuthHouse(), desk = house.handset()
        try await desk.becomeOperator(house, of: ["fieldwork", "clinic"])
        try await house.handset().register(house)
        let other = try await house.handset().register(house, "+33612345678", group: "clinic")
        func ids(_ params: ApprovalPending.Params) async throws -> [AccountID] {
            try await desk.call(ApprovalPending.self, params).people.map(\.accountId)
        }
        #expect(try await ids(.init(group: other.group)) == [other.accountId])
        #expect(try await ids(.init(phone: "0033 6 12345678")) == [other.accountId])
        #expect(try await ids(.init(status: .approvedForSyncing)).isEmpty)
        #expect(try await ids(.init(limit: 1)).count == 1)
    }

    @Test func `another's group, and a member's token, are refused; the administrator sees all`() async throws {
        let house = try await AuthHouse(), desk = house.handset(), member = house.handset()
        try await desk.becomeOperator(house, of: ["fieldwork"])
        let grant = try await member.register(house, group: "clinic")
        #expect(try await desk.refused(ApprovalPending.self, .init(group: grant.group)) == "notYourGroup")
        #expect(try await desk.call(ApprovalPending.self, .init()).people.isEmpty)
        #expect(try await member.refused(ApprovalPending.self, .init()) == "scopeMissing")
        let all = try await house.administrate(ApprovalPending.self, .init())
        #expect(all.people.map(\.accountId) == [grant.accountId])
    }
}
