import AuthStore
import Domain
import Primitives
import Testing

@Suite struct `Deciding about approval` {
    private func make(_ house: House, owning groups: [String]) async throws -> AccountID {
        let made = try await house.store.makeOperator(
            house.random.id(), phoneIndex: house.random.bytes(8), phoneSealed: [1], groups: groups.map(House.group),
            at: house.now)
        guard case .ready(let id) = made else { throw Stuck() }
        return id
    }

    private func decide(
        _ house: House, _ account: AccountID, _ status: ApprovalStatus, version: Int64 = 1, by decider: Decider
    ) async throws -> Decision.Outcome {
        try await house.store.decide(
            Decision(account: account, version: version, status: status, reason: "because"), by: decider, once: nil,
            answer: [], at: house.now)
    }

    @Test func `an operator of the group decides, one of another does not`() async throws {
        let house = try await House()
        let (account, _) = try await house.register()
        let own = try await make(house, owning: ["fieldwork"]), other = try await make(house, owning: ["clinic"])
        #expect(try await decide(house, account.id, .approvedForSyncing, by: .person(other)) == .notYourGroup)
        let outcome = try await decide(house, account.id, .approvedForSyncing, by: .person(own))
        guard case .decided(let person) = outcome else { throw Stuck() }
        #expect(person.approval == .approvedForSyncing)
        #expect(person.approvalVersion == 2)
    }

    @Test func `a decision on an old version is stale and nobody decides about themselves`() async throws {
        let house = try await House()
        let (account, _) = try await house.register()
        let own = try await make(house, owning: ["fieldwork"])
        _ = try await decide(house, account.id, .approvedForSyncing, by: .person(own))
        #expect(try await decide(house, account.id, .disapprovedForSyncing, by: .administrator) == .stale)
        #expect(try await decide(house, own, .approvedForSyncing, by: .person(own)) == .selfApproval)
        #expect(try await decide(house, house.random.id(), .approvedForSyncing, by: .administrator) == .unknown)
    }

    @Test func `of two decisions at once one stands`() async throws {
        let house = try await House()
        let (account, _) = try await house.register()
        async let first = decide(house, account.id, .approvedForSyncing, by: .administrator)
        async let second = decide(house, account.id, .disapprovedForSyncing, by: .administrator)
        let outcomes = try await [first, second]
        #expect(outcomes.filter { $0 == .stale }.count == 1)
        #expect(try await house.store.account(account.id)?.approvalVersion == 2)
    }

    @Test func `those who wait longest come first, and only of the groups asked for`() async throws {
        let house = try await House()
        let (first, _) = try await house.register()
        let (second, _) = try await house.register(House.otherPhone, on: "tablet", group: "clinic")
        let all = try await house.store.people(at: .waitingForApproval, in: nil, phone: nil, limit: 10)
        #expect(all.map(\.id) == [first.id, second.id])
        let clinic = try await house.store.people(
            at: .waitingForApproval, in: [House.group("clinic")], phone: nil, limit: 10)
        #expect(clinic.map(\.id) == [second.id])
        let one = try await house.store.people(at: .waitingForApproval, in: nil, phone: House.phone, limit: 10)
        #expect(one.map(\.id) == [first.id])
        #expect(try await house.store.people(at: .waitingForApproval, in: [], phone: nil, limit: 10).isEmpty)
    }

    @Test func `an operator's number is nobody else's`() async throws {
        let house = try await House()
        _ = try await house.register()
        let taken = try await house.store.makeOperator(
            house.random.id(), phoneIndex: House.phone, phoneSealed: [1], groups: [House.group("clinic")], at: house.now
        )
        #expect(taken == .numberTaken)
        let none = try await house.store.makeOperator(
            house.random.id(), phoneIndex: [5], phoneSealed: [1], groups: [House.group("nowhere")], at: house.now)
        #expect(none == .groupUnknown(House.group("nowhere")))
    }
}
