import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct `Families on two instances` {
    private static let oneWriter: Comment = "SQLite has one writer, so transactions do not wait for each other's rows"

    /// A transaction that has locked a child, as an operator's act on the child does, gets the operator's groups although a
    /// decision about the parent waits for the child.
    private func expectNoDeadlock(
        _ instances: TwoInstances, child: AccountID, boss: AccountID,
        while decide: @escaping @Sendable (AuthStoreFixture) async throws -> Bool
    ) async throws {
        let lockTaken = Latch(), lockRelease = Latch()
        async let holding: Void = instances.first.database.write { transaction in
            try transaction.run(Statement("SELECT id FROM account WHERE id = $1 {lockRow}", .identifier(child)))
            lockTaken.open()
            lockRelease.hold()
            try transaction.run(
                Statement("SELECT 1 FROM operator_group WHERE account = $1 {lockRow}", .identifier(boss)))
        }
        await lockTaken.wait()
        async let decided = decide(instances.fixtures[1])
        try await instances.first.database.waitForBlockedTransaction()
        lockRelease.open()
        try await holding
        #expect(try await decided)
        #expect(try await instances.deadlocks() == 0)
    }

    @Test(.enabled(if: StoreEngine.chosen == .postgres, oneWriter))
    func `a decision about a parent locks the children before the operator's groups`() async throws {
        let instances = try await TwoInstances()
        let (child, parent, _) = try await instances.first.inviteChild()
        let boss = try await instances.first.makeOperator(of: ["home"])
        try await expectNoDeadlock(instances, child: child, boss: boss) { fixture in
            let outcome = try await fixture.store.changeApproval(
                ApprovalChange(account: parent, version: 1, status: .waitingForApproval, reason: nil),
                by: .person(boss), idempotencyKey: nil, response: [], at: fixture.now)
            if case .changed = outcome { return true }
            return false
        }
    }

    @Test(.enabled(if: StoreEngine.chosen == .postgres, oneWriter))
    func `a move of a parent locks the children before the groups`() async throws {
        let instances = try await TwoInstances()
        let (child, parent, _) = try await instances.first.inviteChild()
        let other = AuthStoreFixture.group("home-2")
        _ = try await instances.first.store.createGroup(
            FacilityGroup(name: other, memberRole: .parent), reason: nil, at: instances.first.now)
        let boss = try await instances.first.makeOperator(of: ["home", "home-2"])
        try await expectNoDeadlock(instances, child: child, boss: boss) { fixture in
            let outcome = try await fixture.store.moveGroup(
                GroupMove(account: parent, version: 1, target: other, reason: nil), by: .person(boss),
                idempotencyKey: nil, response: { _ in [] }, at: fixture.now)
            if case .moved = outcome { return true }
            return false
        }
    }

    /// Two parents of one child, whose only parents they are.
    private static func twoParents(
        _ fixture: AuthStoreFixture, number: UInt8
    ) async throws -> (child: AccountID, parents: [AccountID]) {
        var parents: [(AccountID, SessionID)] = []
        for parent in 0..<2 as Range<UInt8> {
            let (account, session) = try await fixture.register(
                PhoneIndex([number, parent]), on: "phone \(number) \(parent)", group: "home")
            parents.append((account.id, session.id))
        }
        let child: AccountID = fixture.random.id(), second = parents[1].0, now = fixture.now
        _ = try await fixture.store.addChild(
            child, named: "Mia", by: parents[0].0, in: parents[0].1, idempotencyKey: nil, response: [], at: now)
        _ = try await fixture.database.write {
            try $0.run(
                Statement(
                    "INSERT INTO child_parent (child, parent, since) VALUES ($1, $2, $3)", .identifier(child),
                    .identifier(second), .instant(now)))
        }
        return (child, parents.map(\.0))
    }

    @Test(.requirement("D3"))
    func `of two parents who are deleted at once one is, because the other has become the only one`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: []) }
        for number in 1...10 as ClosedRange<UInt8> {
            let (child, parents) = try await Self.twoParents(instances.first, number: number)
            let outcomes = try await instances.parallel(2) { fixture, turn in
                try await fixture.store.commitDeletion(
                    Registration.next(.registered, on: .delete), deleting: parents[turn], in: .registered,
                    by: fixture.deletion(number, UInt8(turn)),
                    confirmedBy: .decision(by: .administrator, reason: nil), at: fixture.now)
            }
            #expect(Set(outcomes) == [.deleted, .stateChanged], "\(number)")
            let left = try await instances.first.store.account(child)
            #expect(left != nil)
        }
        #expect(try await instances.count("child_parent") == 10)
        #expect(try await instances.deadlocks() == 0)
    }

    /// The deletion gives the other parent a notice.
    @Test(.requirement("D3"))
    func `a deletion of a parent and an act of the other one do not wait for each other`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: []) }
        for number in 1...10 as ClosedRange<UInt8> {
            let (child, parents) = try await Self.twoParents(instances.first, number: number)
            let (gone, other) = (parents.max()!, parents.min()!)
            let session = try #require(try await instances.first.store.sessions(of: other).first?.session.id)
            let outcomes = try await instances.parallel(2) { fixture, turn -> Bool in
                if turn == 0 {
                    let outcome = try await fixture.store.commitDeletion(
                        Registration.next(.registered, on: .delete), deleting: gone, in: .registered,
                        by: fixture.deletion(number, 0), confirmedBy: .decision(by: .administrator, reason: nil),
                        at: fixture.now)
                    return outcome == .deleted
                }
                _ = try await fixture.store.withdrawInvites(
                    of: child, by: other, in: session, idempotencyKey: nil, at: fixture.now)
                return true
            }
            #expect(outcomes == [true, true], "\(number)")
        }
        #expect(try await instances.deadlocks() == 0)
    }
}

extension AuthStoreFixture {
    fileprivate func deletion(_ number: UInt8, _ turn: UInt8) -> AccountDeletion {
        AccountDeletion(
            record: DeletionRecord(tag: DeletionTag([number, turn]), sealedAccount: Sealed([2])),
            purge: OutboxEntry(id: random.id(), kind: .purge, sealed: Sealed([2])))
    }
}
