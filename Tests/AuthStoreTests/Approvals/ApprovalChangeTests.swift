import AuthStore
import Domain
import Primitives
import Testing

@Suite struct `Approval changes` {
    private func decide(
        _ fixture: AuthStoreFixture, _ account: AccountID, _ status: ApprovalStatus, version: Int64 = 1,
        by decider: ActingParty
    ) async throws -> ApprovalChange.Outcome {
        try await fixture.store.changeApproval(
            ApprovalChange(account: account, version: version, status: status, reason: "because"), by: decider,
            idempotencyKey: nil,
            response: [], at: fixture.now)
    }

    @Test func `an operator of the group decides, one of another does not`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        let own = try await fixture.makeOperator(of: ["fieldwork"])
        let other = try await fixture.makeOperator(of: ["clinic"])
        await #expect(throws: ActorRefused.notYourGroup) {
            try await decide(fixture, account.id, .approvedForSyncing, by: .person(other))
        }
        let outcome = try await decide(fixture, account.id, .approvedForSyncing, by: .person(own))
        guard case .changed(let person) = outcome else { throw SetupFailed() }
        #expect(person.approval == .approvedForSyncing)
        #expect(person.approvalVersion == 2)
    }

    @Test func `a decision on an old version is stale, and an operator cannot decide about themselves`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        let own = try await fixture.makeOperator(of: ["fieldwork"])
        _ = try await decide(fixture, account.id, .approvedForSyncing, by: .person(own))
        #expect(try await decide(fixture, account.id, .disapprovedForSyncing, by: .administrator) == .stale)
        await #expect(throws: ActorRefused.selfApproval) {
            try await decide(fixture, own, .approvedForSyncing, by: .person(own))
        }
        #expect(try await decide(fixture, fixture.random.id(), .approvedForSyncing, by: .administrator) == .unknown)
    }

    @Test func `of two parallel decisions on one version one takes effect`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        async let first = decide(fixture, account.id, .approvedForSyncing, by: .administrator)
        async let second = decide(fixture, account.id, .disapprovedForSyncing, by: .administrator)
        let outcomes = try await [first, second]
        #expect(outcomes.filter { $0 == .stale }.count == 1)
        #expect(try await fixture.store.account(account.id)?.approvalVersion == 2)
    }

    @Test func `people who wait longest come first, and only those of the requested groups`() async throws {
        let fixture = try await AuthStoreFixture()
        let (first, _) = try await fixture.register()
        let (second, _) = try await fixture.register(AuthStoreFixture.otherPhone, on: "tablet", group: "clinic")
        let all = try await fixture.store.accounts(approval: .waitingForApproval, groups: nil, phone: nil, limit: 10)
        #expect(all.map(\.id) == [first.id, second.id])
        let clinic = try await fixture.store.accounts(
            approval: .waitingForApproval, groups: [AuthStoreFixture.group("clinic")], phone: nil, limit: 10)
        #expect(clinic.map(\.id) == [second.id])
        let one = try await fixture.store.accounts(
            approval: .waitingForApproval, groups: nil, phone: AuthStoreFixture.phone, limit: 10)
        #expect(one.map(\.id) == [first.id])
        #expect(
            try await fixture.store.accounts(approval: .waitingForApproval, groups: [], phone: nil, limit: 10).isEmpty)
    }

    @Test func `operators are not among the people who wait, also not among those of their number`() async throws {
        let fixture = try await AuthStoreFixture(), phone = PhoneIndex([7])
        guard case .ready(let made, _) = try await fixture.enrol(phone, ["clinic"]) else { throw SetupFailed() }
        let status = made.approval
        for number in [nil, phone] {
            #expect(
                try await fixture.store.accounts(approval: status, groups: nil, phone: number, limit: 10).isEmpty)
        }
    }

    @Test func `an operator cannot have a member's number or an unknown group`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.register()
        #expect(try await fixture.enrol(AuthStoreFixture.phone, ["clinic"]) == .numberTaken)
        let none = try await fixture.enrol(PhoneIndex([5]), ["nowhere"])
        #expect(none == .groupUnknown(AuthStoreFixture.group("nowhere")))
    }
}
