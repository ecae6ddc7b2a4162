import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

/// What ends or begins at a time that a wrong clock has set, after the reset of the times.
@Suite(.timeLimit(.minutes(1))) struct `What the reset of auth's times leaves to the rows of a wrong clock` {
    private static let ahead = Duration.days(400)

    /// Each column, with the time that its row has left when it is written.
    static let columns: [(table: String, column: String, life: Duration)] = [
        ("delayed_act", "due", .hours(72)), ("family_invite", "expires", .minutes(10)),
        ("invite_streak", "waits_until", .minutes(20)), ("number_change", "expires", .hours(72)),
        ("operator_enrolment", "expires", .hours(72)),
        ("otp_challenge", "expires", .seconds(300)),
        ("otp_streak", "waits_until", .minutes(20)), ("outbox", "expires", .seconds(300)),
        ("pending_pin", "due", .hours(72)), ("pin", "counts_from", .hours(72)),
        ("pin_challenge", "expires", .minutes(5)),
        ("prefix_stop", "until", .hours(1)), ("recovery_set", "counts_from", .hours(72)),
        ("recovery_streak", "waits_until", .minutes(20)), ("registration", "expires", .hours(24)),
        ("second_factor", "counts_from", .hours(72)), ("session", "expires", .days(30)),
    ]

    @Test func `every column that keeps what was left is in the list of these tests`() {
        let kept = AuthStore.timeColumns.filter {
            if case .keepLeft = $0.action { true } else { false }
        }
        #expect(kept.map { "\($0.table).\($0.column)" }.sorted() == Self.columns.map { "\($0.table).\($0.column)" })
    }

    @Test(arguments: columns)
    func `what a row had left by the latest time it has left from now on, and none if it was over`(
        table: String, column: String, life: Duration
    ) async throws {
        for passed in [.zero, life - .milliseconds(1), life, life + .milliseconds(1), life + .days(2)] {
            let fixture = try await AuthStoreFixture(), right = fixture.now
            fixture.clock.set(right + Self.ahead)
            try await Self.insert(into: table, column, endingAt: fixture.now + life, fixture)
            let latest = fixture.now + passed
            let changes = try await AuthStore.resetTimes(to: right, from: latest, on: fixture.database)
            #expect(changes["\(table).\(column)"] == 1)
            #expect(try await Self.end(table, column, fixture) == right + max(.zero, life - passed), "\(passed)")
            let again = try await AuthStore.resetTimes(to: right, from: latest, on: fixture.database)
            #expect(again.values.allSatisfy { $0 == 0 })
        }
    }

    /// The service goes on by the steady clock after a jump, and stores no time then.
    @Test(arguments: columns)
    func `a row that was written after the latest time has no more than its whole life left`(
        table: String, column: String, life: Duration
    ) async throws {
        let fixture = try await AuthStoreFixture(), right = fixture.now
        fixture.clock.set(right + Self.ahead)
        try await Self.insert(into: table, column, endingAt: fixture.now + life, fixture)
        _ = try await AuthStore.resetTimes(to: right, from: right + .days(1), on: fixture.database)
        #expect(try await Self.end(table, column, fixture) == right + life)
    }

    @Test func `a code that had expired by a wrong clock opens nothing after the reset`() async throws {
        let fixture = try await AuthStoreFixture(), right = fixture.now
        fixture.clock.set(right + .minutes(7))
        let code = fixture.code(.registration)
        _ = try await fixture.start(code)
        fixture.clock.advance(by: .minutes(5))
        #expect(try await fixture.counted(code.id) == nil)
        let latest = fixture.now
        fixture.clock.set(right)
        _ = try await AuthStore.resetTimes(to: right, from: latest, on: fixture.database)
        #expect(try await fixture.counted(code.id) == nil)
    }

    @Test(arguments: [Duration.hours(1), .hours(71), .days(400)])
    func `recovery codes that counted at once count after the reset`(ahead: Duration) async throws {
        let fixture = try await AuthStoreFixture(), right = fixture.now
        fixture.clock.set(right + ahead)
        let (account, phone) = try await fixture.register()
        _ = try await fixture.makeCodes([[1]], of: phone)
        let latest = fixture.now + .hours(1)
        fixture.clock.set(right)
        _ = try await AuthStore.resetTimes(to: right, from: latest, on: fixture.database)
        let protection = try await fixture.store.protection(of: account.id, at: right)
        #expect(protection.codesLeft == 1 && protection.newCodesCountFrom == nil)
    }

    @Test func `recovery codes that newer ones had replaced stay replaced`() async throws {
        let fixture = try await AuthStoreFixture(), right = fixture.now
        let (account, phone) = try await fixture.register()
        let beginning = fixture.now + Self.ahead
        for (seed, offset) in [(1, Duration.zero), (2, .hours(80)), (3, .hours(140))] {
            try await Self.insertSet(
                [UInt8(seed)], of: phone.account, made: beginning + offset - .hours(72), from: beginning + offset,
                fixture)
        }
        _ = try await AuthStore.resetTimes(to: right, from: beginning + .hours(90), on: fixture.database)
        #expect(try await fixture.store.recoverySet(seed: [3], of: account.id)?.countsFrom == right + .hours(50))
        let counting = try await fixture.database.select(
            Statement(
                "SELECT seed FROM recovery_set WHERE counts_from <= $1 ORDER BY counts_from DESC", .instant(right))
        ).map { try $0.bytes(0) }
        #expect(counting == [[2], [1]])
    }

    @Test(arguments: [(Duration.days(14) - .milliseconds(1), true), (.days(14), false)])
    func `a session that had been idle too long stays expired`(idle: Duration, isLive: Bool) async throws {
        let fixture = try await AuthStoreFixture(), right = fixture.now
        fixture.clock.set(right + Self.ahead)
        let (_, session) = try await fixture.register()
        let lastUsed = try #require(try await fixture.snapshot(session).session).lastUsed
        _ = try await AuthStore.resetTimes(to: right, from: lastUsed + idle, on: fixture.database)
        let kept = try #require(try await fixture.snapshot(session).session)
        #expect(kept.lastUsed == right - idle)
        let verdict = SessionRule.evaluate(
            account: try #require(try await fixture.snapshot(session).account).facts,
            session: kept.facts(idle: .days(14)), at: right)
        if case .live = verdict { #expect(isLive) } else { #expect(!isLive) }
    }

    @Test(arguments: [Duration.hours(1), .days(400)])
    func `a refresh token that was spent under a wrong clock ends its session when it is used again`(
        ahead: Duration
    ) async throws {
        let fixture = try await AuthStoreFixture(), right = fixture.now
        fixture.clock.set(right + ahead)
        let (_, session) = try await fixture.register()
        @Sendable func refresh(_ hash: [UInt8], to successor: [UInt8]) -> RefreshRequest {
            RefreshRequest(
                account: nil, session: session.id, thumbprint: "phone", generation: 0, hashes: [1: hash],
                idleTimeout: .days(14), deletionTag: AuthStoreFixture.tag,
                successorHashes: { _, _, _ in [1: successor] })
        }
        let first = [1] + session.refreshHash, second = [2] + session.refreshHash
        _ = try await fixture.store.refresh(refresh(session.refreshHash, to: first), at: fixture.now)
        _ = try await fixture.store.refresh(refresh(first, to: second), at: fixture.now)
        let latest = fixture.now + .minutes(1)
        fixture.clock.set(right)
        _ = try await AuthStore.resetTimes(to: right, from: latest, on: fixture.database)
        let outcome = try await fixture.store.refresh(refresh(first, to: [3] + session.refreshHash), at: right)
        #expect(outcome == .reused)
    }

    /// Inserts the row of a table that ends at a time, by the store's own methods where they take the time.
    private static func insert(
        into table: String, _ column: String, endingAt end: Instant, _ fixture: AuthStoreFixture
    ) async throws {
        switch table {
        case "operator_enrolment": _ = try await fixture.enrol(AuthStoreFixture.phone, ["fieldwork"])
        case "registration": _ = try await fixture.start(fixture.code(.registration))
        case "session":
            let now = fixture.now
            _ = try await fixture.register()
            fixture.clock.set(now)
        case "recovery_set":
            try await insertSet([1], of: fixture.random.id(), made: fixture.now, from: end, fixture)
        case "delayed_act":
            try await insert(
                "delayed_act (account, kind, device, made, due) VALUES (X, 'readmission', $3, $2, $1)", end, fixture)
        case "family_invite":
            try await insert(
                """
                family_invite (child, purpose, id, kind, hash, made_by, made, expires, begun_in)
                    VALUES (X, 'device', $3, 'code', $3, $3, $2, $1, 1)
                """, end, fixture)
        case "invite_streak":
            try await insert(
                """
                invite_streak (purpose, thumbprint, failures, waits_until, at)
                    VALUES ('device', 'phone', 10, $1, $2)
                """, end, fixture)
        case "number_change":
            try await insert(
                """
                number_change (account, phone_index, index_key, phone_sealed, seal_key, by_message, made, expires)
                    VALUES (X, $3, 1, $3, 1, 1, $2, $1)
                """, end, fixture)
        case "pending_pin":
            try await insert(
                """
                pending_pin (account, generation, salt, derivation, key_sealed, seal_key, replaced, device, made, due,
                    begun_in) VALUES (X, 2, $3, 'scrypt', $3, 1, 1, $3, $2, $1, 1)
                """, end, fixture)
        case "pin":
            try await insert(
                """
                pin (account, generation, salt, derivation, key_sealed, seal_key, attempts, failures, new_device_attempts,
                    waits_until, made, counts_from) VALUES (X, 1, $3, 'scrypt', $3, 1, 0, 0, 0, 0, $2, $1)
                """, end, fixture)
        case "second_factor":
            try await insert(
                """
                second_factor (account, id, secret_sealed, seal_key, confirmed, last_step, made, counts_from)
                    VALUES (X, $3, $3, 1, 0, 0, $2, $1)
                """, end, fixture)
        case "pin_challenge":
            try await insert(
                """
                pin_challenge (account, thumbprint, purpose, id, tsv, generation, new_salt, hash_key, created, expires,
                    begun_in) VALUES (X, 'phone', 'login', $3, 1, 1, $3, 1, $2, $1, 1)
                """, end, fixture)
        case "otp_streak":
            try await insert(
                "otp_streak (phone_index, thumbprint, failures, waits_until, at) VALUES (X, 'phone', 9, $1, $2)", end,
                fixture)
        case "recovery_streak":
            try await insert(
                "recovery_streak (account, thumbprint, failures, waits_until, at) VALUES (X, 'phone', 9, $1, $2)", end,
                fixture)
        case "prefix_stop":
            try await insert("prefix_stop (prefix, until, since) VALUES ('49151', $1, $2)", end, fixture)
        default: _ = try await fixture.open(fixture.code())
        }
    }

    /// Inserts a row with an end and the present time; `X` stands for bytes.
    private static func insert(_ text: String, _ end: Instant, _ fixture: AuthStoreFixture) async throws {
        let now = fixture.now, hasBytes = text.contains("(X")
        let statement = Statement(
            "INSERT INTO " + text.replacing("(X", with: "($3"),
            values: [.instant(end), .instant(now)] + (hasBytes ? [.bytes([9])] : []))
        _ = try await fixture.database.write { try $0.run(statement) }
    }

    private static func insertSet(
        _ seed: [UInt8], of account: AccountID, made: Instant, from: Instant, _ fixture: AuthStoreFixture
    ) async throws {
        _ = try await fixture.database.write {
            try $0.run(
                Statement(
                    "INSERT INTO recovery_set (account, seed, made, counts_from, hash_key) VALUES ($1, $2, $3, $4, 1)",
                    .identifier(account), .bytes(seed), .instant(made), .instant(from)))
        }
    }

    private static func end(_ table: String, _ column: String, _ fixture: AuthStoreFixture) async throws -> Instant? {
        try await fixture.database.select(Statement("SELECT \(column) FROM \(table)")).first?.instant(0)
    }
}
