import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

@Suite(.timeLimit(.minutes(1))) struct `The reset of auth's times` {
    /// The columns of times that a reset leaves, each with the reason.
    static let left = [
        "decision.at": "the list of decisions is only added to",
        "group_decision.at": "the list of decisions is only added to",
        "audit.at": "the rows of the audit log are authenticated and never changed",
        "feed.seen": "set back as the latest time", "lineage.saved_at": "set back with the latest time",
        "lineage.copied_at": "a database marked as restored is not being served",
        "lineage.replay_since": "an earlier time only means more deletions to apply again",
    ]

    @Test func `every column of times is reset, or there is a reason why it is not`() async throws {
        let fixture = try await AuthStoreFixture()
        let names = [
            "created", "approval_since", "first_used", "last_used", "at", "started", "expires", "used_at", "ended_at",
            "waits_until", "until", "period", "since", "due", "seen", "begun_at", "time", "saved_at", "copied_at",
            "replay_since", "accepted", "reported", "made", "counts_from", "opened",
            "settled_at", "locked_at", "bound", "bulk_confirmed_at",
        ]
        var found: Set<String> = []
        for name in names { found.formUnion(try await fixture.database.tables(with: name).map { "\($0).\(name)" }) }
        let reset = Set(AuthStore.timeColumns.map { "\($0.table).\($0.column)" })
        #expect(reset.isDisjoint(with: Self.left.keys))
        #expect(found == reset.union(Self.left.keys))
    }

    @Test func `after a reset a person signs in, gets codes and messages as before the wrong clock`() async throws {
        let fixture = try await AuthStoreFixture(), right = fixture.now
        fixture.clock.set(right + .days(400))
        let (_, session) = try await fixture.register()
        _ = try await fixture.open(fixture.code())
        let sends = try await fixture.count("send_window")
        #expect(sends > 0)
        fixture.clock.set(right)
        let changes = try await AuthStore.resetTimes(to: right, from: right + .days(400), on: fixture.database)
        #expect(changes["send_window.until"] == Int(sends) && changes["session.expires"] == 1)
        #expect(try await fixture.count("send_window") == 0)
        #expect(try await fixture.count("outbox", where: "due > \(right.ms)") == 0)
        #expect(try await fixture.count("otp_challenge", where: "expires > \((right + .minutes(10)).ms)") == 0)
        let snapshot = try await fixture.snapshot(session)
        #expect(try #require(snapshot.session).expires <= right + .days(30))
        #expect(
            try await AuthStore.resetTimes(to: right, from: right + .days(400), on: fixture.database).values.allSatisfy
            { $0 == 0 })
    }

    @Test func `the first recovery codes after a reset of the registration's time are not those of the registration`()
        async throws
    {
        let fixture = try await AuthStoreFixture(), right = fixture.now
        fixture.clock.set(right + .days(400))
        let (account, _) = try await fixture.register()
        fixture.clock.set(right)
        _ = try await AuthStore.resetTimes(to: right, from: right + .days(400), on: fixture.database)
        let created = try #require(try await fixture.store.account(account.id)).created
        #expect(created == right - .minutes(10))
        #expect(ConfirmationRule.secretAct(registered: created, hasHadOne: false, at: right) == .makeSecret)
    }

    @Test func `a reset changes nothing in a database whose times are right`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.register()
        _ = try await fixture.open(fixture.code())
        _ = try await fixture.store.recordProof(jti: "one", thumbprint: "phone", expires: fixture.now + .seconds(660))
        let before = try await fixture.database.contents()
        #expect(
            try await AuthStore.resetTimes(to: fixture.now, from: fixture.now, on: fixture.database).values.allSatisfy {
                $0 == 0
            })
        #expect(try await fixture.database.contents() == before)
    }

    @Test func `a reset of more rows than one transaction takes reaches every row`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.database.write { transaction in
            for number in 0..<2_001 {
                try transaction.run(
                    Statement(
                        "INSERT INTO proof_seen (thumbprint, jti, expires) VALUES ('phone', $1, $2)",
                        .text("\(number)"), .instant(fixture.now + .days(400))))
            }
        }
        let changes = try await AuthStore.resetTimes(to: fixture.now, from: fixture.now, on: fixture.database)
        #expect(changes["proof_seen.expires"] == 2_001)
        #expect(try await fixture.count("proof_seen", where: "expires = \((fixture.now + .seconds(660)).ms)") == 2_001)
    }
}
