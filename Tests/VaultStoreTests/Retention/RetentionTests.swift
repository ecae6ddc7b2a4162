import Domain
import Primitives
import StoreSupport
import Support
import Testing
import VaultStore

/// What time removes, and what it does not: each rule one millisecond before it is due, and when it is due.
@Suite struct RetentionTests {
    /// The tables without a rule, each with the reason.
    static let kept = [
        "vault_head": "one row for each account", "vault_dek": "removed by a purge",
        "vault_device": "removed 180 days after the device was last seen, as SweepTests test; removed by a purge",
        "vault_epoch": "a base of an ended epoch is recognised for ever; removed by a purge",
        "vault_version": "limited in number; removed with the secret",
        "vault_introduction": "removed by the next assertion, as is tested below",
        "vault_sighting": "removed when nothing is due any more, as SweepTests test", "vault_sweep": "one row",
        "sweep_sighting": "at most 26 rows, as SweepTimesTests of auth test",
        "vault_time": "one row", "audit": "deleted after audit-days by the service, as AuditVerifyTests test",
        "audit_chain": "one row",
        "vault_read": "a row of the audit log when the hour is over, as SecretReadTests test; removed by a purge",
        "vault_backend_read": "as vault_read", "vault_wrap": "limited in number; removed by a purge",
        "vault_key_round": "one row",
        "vault_instance": "removed 15 s after its last report by the next one of any instance",
        "vault_key": "one row for each key", "generation": "one row for each restore", "lineage": "one row",
        "schema_migration": "one row for each migration",
    ]

    @Test func `every table has a rule, or a reason why it has none`() async throws {
        let fixture = try await VaultStoreFixture()
        let ruled = Set(RetentionRule.all.map(\.table))
        #expect(ruled.isDisjoint(with: Self.kept.keys))
        #expect(try await fixture.database.tables() == ruled.union(Self.kept.keys).sorted())
    }

    @Test(arguments: RetentionRule.all, [Duration.milliseconds(-1), .zero])
    func `what is not yet due is kept with its effect, and both end when it is due`(
        rule: RetentionRule, past: Duration
    ) async throws {
        let fixture = try await VaultStoreFixture()
        let rows = try await rule.make(fixture)
        let count = try await rule.count(in: fixture)
        #expect(count > 0)
        let moment = rows.since + rule.kept + past
        // The two passes that erase something are 24 hours apart on the steady clock.
        fixture.clock.advance(by: .hours(24))
        for _ in 0..<2 {
            fixture.clock.set(moment)
            _ = try await fixture.store.sweep(at: fixture.now)
            fixture.clock.advance(by: .hours(24))
        }
        fixture.clock.set(moment)
        #expect(try await rule.count(in: fixture) == (past < .zero ? count : 0))
        #expect(try await rows.isInForce(fixture) == (past < .zero))
    }

    @Test func `an assertion is accepted once until it expires, and its row is removed then`() async throws {
        let fixture = try await VaultStoreFixture(), expires = fixture.now + .minutes(2)
        func record(_ jti: String) async throws -> Bool {
            try await fixture.store.recordAssertion(jti, until: expires, at: fixture.now)
        }
        #expect(try await record("one"))
        fixture.clock.set(expires - .milliseconds(1))
        #expect(try await !record("one"))
        #expect(try await record("two"))
        fixture.clock.set(expires)
        #expect(try await record("three"))
        let rows = try await fixture.database.contents()["vault_introduction"] ?? []
        #expect(rows.count == 1 && rows[0].contains("three"))
    }

    @Test(.requirement("K2")) func `the operations of an hour count until the hour ends`() async throws {
        var limits = StoreLimits()
        limits.operationsPerHour = 1
        let fixture = try await VaultStoreFixture(limits: limits)
        try await fixture.create(fixture.id())
        fixture.clock.advance(by: .hours(1) - .milliseconds(1))
        await #expect(throws: VaultStoreFault.tooManyOperations(remaining: .milliseconds(1))) {
            try await fixture.create(fixture.id())
        }
        fixture.clock.advance(by: .milliseconds(1))
        try await fixture.create(fixture.id())
    }
}
