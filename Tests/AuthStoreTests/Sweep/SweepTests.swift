import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

@Suite(.timeLimit(.minutes(1))) struct `The sweep of expired rows` {
    @Test func `a request proof is accepted once for each device key`() async throws {
        let fixture = try await AuthStoreFixture()
        let until = fixture.now + .minutes(6)
        #expect(try await fixture.store.recordProof(jti: "one", thumbprint: "phone", expires: until))
        #expect(try await fixture.store.recordProof(jti: "one", thumbprint: "tablet", expires: until))
        #expect(try await !fixture.store.recordProof(jti: "one", thumbprint: "phone", expires: until))
    }

    /// The columns and their texts are those that other versions write; the swapped pair shows which column is which.
    @Test func `a request proof that a process of another version recorded is not accepted again`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.database.write {
            try $0.run(Statement("INSERT INTO proof_seen (thumbprint, jti, expires) VALUES ('phone', 'one', 9)"))
        }
        let until = Instant(ms: 9)
        #expect(try await !fixture.store.recordProof(jti: "one", thumbprint: "phone", expires: until))
        #expect(try await fixture.store.recordProof(jti: "phone", thumbprint: "one", expires: until))
    }

    @Test func `the sweep removes expired rows and keeps the record of why a session ended`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, session) = try await fixture.register()
        _ = try await fixture.store.recordProof(jti: "one", thumbprint: "phone", expires: fixture.now)
        _ = try await fixture.store.revoke(
            session.id, of: account.id, from: session.id, idempotencyKey: nil, at: fixture.now)
        fixture.clock.advance(by: .days(60))
        try await fixture.store.sweep(at: fixture.now)
        #expect(try await fixture.rows() == [0, 0, 0, 0, 0, 0])
        #expect(try await fixture.snapshot(session).session?.ended == .sessionRevoked)
        fixture.clock.advance(by: .days(400))
        try await fixture.store.sweep(at: fixture.now)
        #expect(try await fixture.snapshot(session).session == nil)
    }

    @Test func `a device key that has to wait longer than streaks are kept waits until the end`() async throws {
        var fixture = try await AuthStoreFixture()
        (fixture.codes.inARow, fixture.codes.wait) = (2, .days(60))
        let code = fixture.code(), until = fixture.now + .days(60)
        _ = try await fixture.open(code)
        for _ in 0..<2 { #expect(try await fixture.counted(code.id) != nil) }
        fixture.clock.advance(by: .days(59))
        try await fixture.store.sweep(at: fixture.now)
        #expect(try await fixture.open(fixture.code()) == .wait(until: until))
        for (time, rows) in [(until + .days(30), 1), (until + .days(30) + .milliseconds(1), 0)] as [(Instant, Int64)] {
            fixture.clock.set(time)
            try await fixture.store.sweep(at: fixture.now)
            #expect(try await fixture.count("otp_streak") == rows)
        }
    }

    @Test func `no event is deleted while the feed has no row that could say so`() async throws {
        let fixture = try await AuthStoreFixture(), (account, _) = try await fixture.register()
        _ = try await fixture.store.revokeAll(of: account.id, idempotencyKey: nil, at: fixture.now)
        _ = try await fixture.store.assignSequenceNumbers()
        _ = try await fixture.database.write { try $0.run(Statement("DELETE FROM feed")) }
        fixture.clock.advance(by: .days(2))
        try await fixture.store.sweep(at: fixture.now)
        #expect(try await fixture.count("revocation_event") == 2)
    }

    @Test(arguments: [4, 5, 9])
    func `the sweep continues in chunks until no old row is left`(count: Int) async throws {
        let fixture = try await AuthStoreFixture()
        for number in 0..<count {
            _ = try await fixture.store.recordProof(jti: "\(number)", thumbprint: "phone", expires: fixture.now)
        }
        fixture.clock.advance(by: .minutes(2))
        #expect(try await fixture.store.sweep(at: fixture.now, chunk: 4) == count)
    }

    @Test func `a rule that fails does not keep the others from running`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.database.write { try $0.run(Statement("ALTER TABLE proof_seen RENAME TO mislaid")) }
        let (account, _) = try await fixture.register()
        _ = try await fixture.store.revokeAll(of: account.id, idempotencyKey: nil, at: fixture.now)
        _ = try await fixture.store.assignSequenceNumbers()
        fixture.clock.advance(by: .days(2))
        await #expect(throws: SQLFault.self) { try await fixture.store.sweep(at: fixture.now) }
        #expect(try await fixture.store.events(after: 0).floor == 2)
    }

    @Test(.enabled(if: StoreEngine.chosen == .sqlite), arguments: AuthStore.rules.map(\.table))
    func `old rows are found by an index, except in the small table of quotas`(table: String) async throws {
        let fixture = try await AuthStoreFixture()
        let rule = try #require(AuthStore.rules.first { $0.table == table })
        let statement = rule.statement(at: fixture.now, 500)
        let explained = Statement("EXPLAIN QUERY PLAN " + statement.text, values: statement.values)
        let plan = try await fixture.database.read { try $0.run(explained).map { try $0.text(3) } }
        // The table of quotas is small: it has one row per name, period and shard.
        #expect(plan.contains { $0.hasPrefix("SCAN") } == (table == "quota"), "\(plan)")
    }
}
