import AuthStore
import Domain
import Primitives
import StoreSupport
import Support
import Testing

/// What time removes, and what it does not: each rule at its last moment and one millisecond later.
@Suite(.timeLimit(.minutes(1))) struct `The retention of rows` {
    /// The tables from which time removes nothing, each with the reason.
    static let kept = [
        "account": "removed by a deletion",
        "account_number": "removed by a deletion and with the retirement of an index key",
        "device": "removed by a deletion",
        "operator_group": "removed by a deletion and by an administrator",
        "operator_enrolment": "one row for each operator, removed by its use and with the operator",
        "decision": "who decided what about whom is known for good",
        "group_decision": "who decided what about which group is known for good",
        "audit": "the service deletes the oldest rows and records it in the chain, as AuditTests test",
        "audit_chain": "one row",
        "deletion": "old tokens are answered `accountDeleted`, and a restored vault is purged again",
        "facility_group": "settings of the installation",
        "prefix_stop": "one row for each prefix, of which there are few",
        "recovery_set": "removed by a deletion and by newer codes",
        "second_factor": "one row for each account", "pin": "one row for each account",
        "pending_pin": "at most one row for each account",
        "delayed_act": "carried out by the sweep after 72 hours, at most one row of each kind for each account",
        "number_change": "released by the sweep after 72 hours, at most one row for each account",
        "unlock_share": "one row for each account",
        "child": "one row for each child, removed by its deletion",
        "child_parent": "at most four rows for each child, removed by a deletion",
        "recovery_code": "removed by a deletion and by newer codes",
        "feed": "one row", "auth_key": "one row for each key", "rotating_key": "one row for each key",
        "row_key": "one row for each key",
        "generation": "one row for each restore",
        "older_copy": "one row for each restore", "lineage": "one row",
        "sweep_time": "one row", "sweep_sighting": "at most 26 rows, as SweepTimesTests test",
        "schema_migration": "one row for each migration",
    ]

    @Test func `every table has a rule, or a reason why it has none`() async throws {
        let fixture = try await AuthStoreFixture()
        let ruled = Set(RetentionRule.all.map(\.table))
        #expect(ruled.isDisjoint(with: Self.kept.keys))
        #expect(try await fixture.database.tables() == ruled.union(Self.kept.keys).sorted())
    }

    @Test(.requirement("R6"), arguments: RetentionRule.all, [Duration.zero, .milliseconds(1)])
    func `a row is there at its last moment, and gone at the sweep after it`(
        rule: RetentionRule, past: Duration
    ) async throws {
        var fixture = try await AuthStoreFixture()
        let since = try await rule.make(&fixture).since
        let count = try await rule.count(in: fixture)
        #expect(count > 0)
        fixture.clock.advance(by: since + rule.kept + past - fixture.now)
        try await fixture.store.sweep(at: fixture.now)
        #expect(try await rule.count(in: fixture) == (past == .zero ? count : 0))
    }

    /// Rows of the outbox that time removes were handed over or have expired, so nothing follows from them.
    @Test(
        .requirement("R6"), arguments: RetentionRule.all.filter { $0.table != "outbox" },
        [Duration.zero, .milliseconds(1)])
    func `what a row causes ends with its last moment, and no sweep ends it earlier`(
        rule: RetentionRule, past: Duration
    ) async throws {
        var fixture = try await AuthStoreFixture()
        let rows = try await rule.make(&fixture)
        let effect = try #require(rows.effect)
        for minutes in [10, 0] {
            fixture.clock.advance(by: max(rows.since + effect.lasts + past - .minutes(minutes) - fixture.now, .zero))
            try await fixture.store.sweep(at: fixture.now)
        }
        #expect(try await effect.isInForce(fixture) == (past == .zero))
    }

    @Test(arguments: ["ready", "sending"])
    func `a call to the vault that was not acknowledged is kept and repeated for ever`(state: String) async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        let code = fixture.code(.deleteAccount)
        _ = try await fixture.open(code)
        _ = try await fixture.delete(account, by: #require(try await fixture.counted(code.id)))
        if state == "sending" { _ = try await fixture.claimMessages() }
        #expect(try await fixture.count("outbox", where: "kind = 'purge' AND state = '\(state)'") == 1)
        fixture.clock.advance(by: .days(4_000))
        try await fixture.store.sweep(at: fixture.now)
        #expect(try await fixture.claimMessages().map(\.kind) == [.purge])
    }

    @Test func `an event without a sequence number is kept until it has one`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        _ = try await fixture.store.block(account.id, at: fixture.now)
        _ = try await fixture.store.assignSequenceNumbers()
        let (other, _) = try await fixture.register(AuthStoreFixture.otherPhone)
        _ = try await fixture.store.block(other.id, at: fixture.now)
        fixture.clock.advance(by: .days(4_000))
        try await fixture.store.sweep(at: fixture.now)
        #expect(try await fixture.store.assignSequenceNumbers() == 1)
        let page = try await fixture.store.events(after: 1)
        #expect(page.floor == 1 && page.events.map(\.account) == [other.id])
    }
}
