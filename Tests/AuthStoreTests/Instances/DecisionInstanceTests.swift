import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct `Decisions on two instances` {
    /// The people about whom one operator decides in these tests; more than may be decided about in an hour.
    private static func people(
        _ count: Int, in instances: TwoInstances, groups: [String] = ["fieldwork"]
    ) async throws -> [AccountID] {
        var people: [AccountID] = []
        for number in 0..<count {
            let id: AccountID = instances.first.random.id()
            let account = ImportedAccount(
                id: id, phone: PhoneIndex([9, UInt8(number)]), phoneSealed: Sealed([1]),
                group: AuthStoreFixture.group(groups[number % groups.count]), isApproved: false)
            let outcome = try await instances.first.store.importAccount(
                account, isDryRun: false, reason: nil, at: instances.first.now)
            guard outcome == .created else { throw SetupFailed() }
            people.append(id)
        }
        return people
    }

    @Test(.requirement("A5"))
    func `of sixty parallel decisions of one operator in two groups fifty take effect`() async throws {
        let instances = try await TwoInstances()
        let people = try await Self.people(60, in: instances, groups: ["fieldwork", "clinic"])
        let boss = try await instances.first.makeOperator(of: ["clinic", "fieldwork"])
        let made = try await instances.parallel(60) { fixture, turn -> Bool in
            do {
                let outcome = try await fixture.store.changeApproval(
                    ApprovalChange(account: people[turn], version: 1, status: .approvedForSyncing, reason: nil),
                    by: .person(boss), idempotencyKey: nil, response: [], at: fixture.now)
                guard case .changed = outcome else { throw SetupFailed() }
                return true
            } catch ActorRefused.secondOperatorRequired {
                return false
            }
        }
        #expect(made.count { $0 } == 50)
        #expect(try await instances.count("decision", where: "kind = 'approval'") == 50)
        #expect(try await instances.count("account", where: "approval = 'approvedForSyncing'") == 50)
        #expect(try await instances.deadlocks() == 0)
    }

    @Test(.requirement("A2")) func `of parallel moves to two groups one takes effect`() async throws {
        let instances = try await TwoInstances()
        let (account, session) = try await instances.first.register()
        _ = try await instances.first.store.createGroup(
            FacilityGroup(name: AuthStoreFixture.group("ward")), reason: nil, at: instances.first.now)
        let boss = try await instances.first.makeOperator(of: ["clinic", "fieldwork", "ward"])
        let outcomes = try await instances.parallel(16) { fixture, turn in
            try await fixture.store.moveGroup(
                GroupMove(
                    account: account.id, version: account.approvalVersion,
                    target: AuthStoreFixture.group(turn % 3 == 0 ? "clinic" : "ward"), reason: nil),
                by: .person(boss), idempotencyKey: nil, response: { _ in [] }, at: fixture.now)
        }
        #expect(outcomes.count { $0 == .stale } == 15)
        #expect(try await instances.first.store.account(account.id)?.approvalVersion == account.approvalVersion + 1)
        let ended = try await instances.first.snapshot(session).session?.ended
        #expect(ended == .movedFacilityGroup)
        #expect(try await instances.deadlocks() == 0)
    }

    @Test func `operators who confirm for each other at once do not wait for each other`() async throws {
        let instances = try await TwoInstances()
        let one = try await instances.first.makeOperator(of: ["clinic", "fieldwork"])
        let other = try await instances.first.makeOperator(of: ["clinic", "fieldwork"])
        let outcomes = try await instances.parallel(16) { fixture, turn in
            try await fixture.store.confirmBulk(
                of: turn % 2 == 0 ? one : other, in: AuthStoreFixture.group("clinic"),
                by: .person(turn % 2 == 0 ? other : one), reason: nil, idempotencyKey: nil, response: { _ in [] },
                at: fixture.now)
        }
        #expect(outcomes == Array(repeating: .confirmed(decisions: 0), count: 16))
        #expect(try await instances.deadlocks() == 0)
    }

    @Test(.requirement("A1"))
    func `a decision that races with the removal of its operator takes effect before it or not`()
        async throws
    {
        let instances = try await TwoInstances()
        let (account, _) = try await instances.first.register()
        let boss = try await instances.first.makeOperator(of: ["clinic", "fieldwork"])
        let outcomes = try await instances.parallel(2) { fixture, turn -> Bool in
            if turn == 0 { return try await fixture.store.removeOperator(boss, reason: nil, at: fixture.now) }
            do {
                let outcome = try await fixture.store.moveGroup(
                    GroupMove(
                        account: account.id, version: 1, target: AuthStoreFixture.group("clinic"), reason: nil),
                    by: .person(boss), idempotencyKey: nil, response: { _ in [] }, at: fixture.now)
                guard case .moved = outcome else { throw SetupFailed() }
            } catch ActorRefused.notYourGroup {}
            return true
        }
        #expect(outcomes == [true, true])
        let after = GroupMove(
            account: account.id, version: 2, target: AuthStoreFixture.group("fieldwork"), reason: nil)
        await #expect(throws: ActorRefused.notYourGroup) {
            try await instances.first.store.moveGroup(
                after, by: .person(boss), idempotencyKey: nil, response: { _ in [] }, at: instances.first.now)
        }
    }
}
