import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

/// The decisions that count towards the limit of one operator.
@Suite struct `The limit on the decisions of an operator` {
    /// A decision of some kind about some account.
    private static func record(
        _ kind: DecisionKind, by actor: AccountID, at: Instant, _ count: Int, _ fixture: AuthStoreFixture
    ) async throws {
        let decision = Decision(kind, by: .person(actor), from: nil, to: nil, reason: nil)
        let account: AccountID = fixture.random.id()
        try await fixture.store.change { transaction in
            for _ in 0..<count {
                try DecisionTable.append(decision, about: account, at: at, in: transaction)
            }
        }
    }

    private static func isReached(
        _ boss: AccountID, in group: String = "fieldwork", _ fixture: AuthStoreFixture
    ) async throws -> Bool {
        let now = fixture.now
        do {
            try await fixture.database.write { transaction in
                try DecisionLimit.requireRoom(
                    for: .person(boss), in: AuthStoreFixture.group(group), at: now, in: transaction)
            }
            return false
        } catch ActorRefused.secondOperatorRequired {
            return true
        }
    }

    @Test(.requirement("A5"), arguments: DecisionLimit.kinds)
    func `counts every kind of decision that locks people out or lets somebody in`(kind: DecisionKind) async throws {
        let fixture = try await AuthStoreFixture(), boss = try await fixture.makeOperator(of: ["fieldwork"])
        try await Self.record(kind, by: boss, at: fixture.now, 49, fixture)
        #expect(try await !Self.isReached(boss, fixture))
        try await Self.record(kind, by: boss, at: fixture.now, 1, fixture)
        #expect(try await Self.isReached(boss, fixture))
    }

    @Test(.requirement("A5"), arguments: [(49, false), (50, true)])
    func `is 50 decisions about approvals and moves together`(count: Int, isReached: Bool) async throws {
        let fixture = try await AuthStoreFixture(), boss = try await fixture.makeOperator(of: ["fieldwork"])
        try await Self.record(.approval, by: boss, at: fixture.now, 20, fixture)
        try await Self.record(.groupMoved, by: boss, at: fixture.now, count - 20, fixture)
        #expect(try await Self.isReached(boss, fixture) == isReached)
    }

    @Test(.requirement("A5"))
    func `counts neither other operators, nor other kinds of decisions, nor those of a wrong clock`() async throws {
        let fixture = try await AuthStoreFixture(), boss = try await fixture.makeOperator(of: ["fieldwork"])
        let other = try await fixture.makeOperator(of: ["fieldwork"]), now = fixture.now
        try await Self.record(.approval, by: other, at: now, 60, fixture)
        try await Self.record(.codeWaitLifted, by: boss, at: now, 60, fixture)
        try await Self.record(.approval, by: boss, at: now + .milliseconds(1), 60, fixture)
        try await Self.record(.approval, by: boss, at: now - .hours(1), 60, fixture)
        #expect(try await !Self.isReached(boss, fixture))
        try await Self.record(.approval, by: boss, at: now - .hours(1) + .milliseconds(1), 50, fixture)
        #expect(try await Self.isReached(boss, fixture))
    }

    @Test(.requirement("A5")) func `begins anew with a confirmation, for its operator and group alone`() async throws {
        let fixture = try await AuthStoreFixture()
        let groups = ["clinic", "fieldwork"], second = try await fixture.makeOperator(of: groups)
        let boss = try await fixture.makeOperator(of: groups), other = try await fixture.makeOperator(of: groups)
        for person in [boss, other] { try await Self.record(.approval, by: person, at: fixture.now, 50, fixture) }
        func confirm() async throws {
            _ = try await fixture.store.confirmBulk(
                of: boss, in: AuthStoreFixture.group("fieldwork"), by: .person(second), reason: nil,
                idempotencyKey: nil, response: { _ in [] }, at: fixture.now)
        }
        try await confirm()
        #expect(try await Self.isReached(boss, fixture), "a decision of the same millisecond counts")
        fixture.clock.advance(by: .milliseconds(1))
        try await confirm()
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await !Self.isReached(boss, fixture))
        #expect(try await Self.isReached(boss, in: "clinic", fixture))
        #expect(try await Self.isReached(other, fixture))
        try await Self.record(.approval, by: boss, at: fixture.now, 50, fixture)
        #expect(try await Self.isReached(boss, fixture))
    }
}
