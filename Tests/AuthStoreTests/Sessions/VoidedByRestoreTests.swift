import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

@Suite struct VoidedByRestoreTests {
    @Test func `sessions, open codes and waiting messages end, and the call to the vault stays`() async throws {
        let fixture = try await AuthStoreFixture()
        let (deleted, _) = try await fixture.register()
        let deletion = fixture.code(.deleteAccount)
        _ = try await fixture.open(deletion)
        #expect(try await fixture.delete(deleted, by: try #require(try await fixture.counted(deletion.id))) == .deleted)
        fixture.clock.advance(by: .minutes(10))
        let (account, session) = try await fixture.register(AuthStoreFixture.otherPhone)
        let open = fixture.code(to: AuthStoreFixture.otherPhone)
        _ = try await fixture.open(open)
        let isWaiting = "kind = 'sms' AND state = 'ready'", isPurge = "kind = 'purge' AND state = 'ready'"
        let before = (
            try await fixture.count("outbox", where: isWaiting), try await fixture.count("outbox", where: isPurge)
        )
        #expect(before == (1, 1))
        try await fixture.beginGeneration(withOlderCopy: true)
        let effects = try await VoidedByRestore.count(on: fixture.database)
        #expect(effects.sessions == 1 && effects.codes == 1 && effects.messages == 1)
        #expect(try await fixture.store.sessions(of: account.id).isEmpty)
        #expect(try await fixture.snapshot(session).session?.ended == .loginRequired)
        #expect(try await fixture.counted(open.id) == nil)
        let due = try await fixture.claimMessages()
        #expect(due.map(\.kind) == [.purge])
        #expect(try await fixture.count("outbox", where: "kind = 'sms' AND sealed IS NOT NULL") == 0)
        try await fixture.beginGeneration(withOlderCopy: true)
        let again = try await VoidedByRestore.count(on: fixture.database)
        #expect(again.sessions == 0 && again.codes == 0 && again.messages == 0)
    }

    @Test func `nothing but one row is written, whatever the number of accounts`() async throws {
        let fixture = try await AuthStoreFixture()
        for number in 1...20 {
            _ = try await fixture.register(PhoneIndex([UInt8(number)]))
            _ = try await fixture.open(fixture.code(to: PhoneIndex([UInt8(number)]), block: [UInt8(number)]))
        }
        let before = try await fixture.database.contents()
        try await fixture.beginGeneration(withOlderCopy: true)
        let after = try await fixture.database.contents()
        let changed = after.filter { before[$0.key] != $0.value }
        #expect(changed.mapValues(\.count) == ["generation": 1, "older_copy": 1])
        #expect(try await VoidedByRestore.count(on: fixture.database).sessions == 20)
    }

    @Test func `a session that had ended keeps its reason, and a fail-over ends none`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, phone) = try await fixture.register()
        let tablet = try await fixture.login(on: "tablet")
        let done = try await fixture.store.revoke(
            phone.id, of: account.id, from: phone.id, idempotencyKey: nil, at: fixture.now)
        #expect(done == .done)
        try await fixture.beginGeneration(withOlderCopy: false)
        #expect(try await fixture.snapshot(tablet).session?.ended == nil)
        try await fixture.beginGeneration(withOlderCopy: true)
        #expect(try await fixture.snapshot(tablet).session?.ended == .loginRequired)
        #expect(try await fixture.snapshot(phone).session?.ended == .sessionRevoked)
    }

    @Test func `a void session cannot be ended for another reason, admitted or refreshed`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, phone) = try await fixture.register()
        let waiting = try await fixture.login(on: "tablet")
        #expect(waiting.digits == "42")
        try await fixture.beginGeneration(withOlderCopy: true)
        #expect(try await fixture.snapshot(waiting).session?.digits == nil)
        let events = try await fixture.count("revocation_event")
        let revoked = try await fixture.store.revoke(
            phone.id, of: account.id, from: phone.id, idempotencyKey: nil, at: fixture.now)
        #expect(revoked == .unknown)
        let admitted = try await fixture.store.admit(
            waiting.id, of: account.id, digits: "42", idle: .days(14), idempotencyKey: nil, at: fixture.now)
        #expect(admitted == .unknown)
        #expect(try await fixture.refresh(phone) == .ended(.loginRequired))
        let all = try await fixture.store.revokeAll(of: account.id, idempotencyKey: nil, at: fixture.now)
        #expect(all == .done(ended: 0, suspendedUntil: nil))
        #expect(try await fixture.snapshot(phone).session?.ended == .loginRequired)
        #expect(try await fixture.count("revocation_event") == events + 1)
    }

    @Test func `a session and a code begun at the very moment of the generation, but in it, are alive`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, before) = try await fixture.register()
        try await fixture.beginGeneration(withOlderCopy: true)
        // The clock stands still, so only the generations tell the two sessions apart.
        let code = fixture.code(), began = fixture.now
        _ = try await fixture.open(code)
        #expect(try await fixture.claimMessages().map(\.challenge) == [code.id])
        guard
            case .signedIn(_, let session) = try await fixture.signIn(try #require(try await fixture.counted(code.id)))
        else { throw SetupFailed() }
        #expect(fixture.now == began && session.created == began)
        #expect(try await fixture.store.sessions(of: account.id).map(\.session.id) == [session.id])
        #expect(try await fixture.snapshot(before).session?.ended == .loginRequired)
        guard case .refreshed = try await fixture.refresh(session) else { throw SetupFailed() }
        try await fixture.beginGeneration(withOlderCopy: false)
        guard case .refreshed = try await fixture.refresh(session) else { throw SetupFailed() }
        #expect(try await VoidedByRestore.count(on: fixture.database).sessions == 1)
    }

    @Test func `a session of a clock that was ahead ends too`() async throws {
        let fixture = try await AuthStoreFixture()
        let right = fixture.now
        fixture.clock.set(right + .days(10))
        let (_, session) = try await fixture.register()
        fixture.clock.set(right)
        try await fixture.beginGeneration(withOlderCopy: true)
        #expect(session.created > fixture.now)
        #expect(try await fixture.snapshot(session).session?.ended == .loginRequired)
    }

    @Test func `a code that was used after the copy was made is refused, and a new one is opened in its place`()
        async throws
    {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        let code = fixture.code(), attempted = fixture.code(.deleteAccount, on: "tablet")
        for code in [code, attempted] { _ = try await fixture.open(code) }
        // The attempt was counted before the copy was put in place, and its code would be consumed after it.
        let counted = try #require(try await fixture.counted(attempted.id, on: "tablet"))
        try await fixture.beginGeneration(withOlderCopy: true)
        #expect(try await fixture.attempt(code.id) == .codeUnusable)
        #expect(try await fixture.delete(account, by: counted) == .refused(.messageCodeUnusable))
        #expect(try await fixture.store.challenge(code.id, thumbprint: "phone")?.endedAt == fixture.now)
        let facts = try #require(try await fixture.store.syncFacts(of: account.id, at: fixture.now))
        #expect(!facts.hasOpenChallenge && facts.sessions.isEmpty && facts.lastEnded == .loginRequired)
        fixture.clock.advance(by: .seconds(61))
        let new = fixture.code()
        #expect(try await fixture.open(new) == .opened)
        #expect(try await fixture.counted(new.id) != nil)
        #expect(try await fixture.claimMessages().map(\.challenge) == [new.id])
    }

    /// The rule is written twice: as a moment that is asked for each row, and as a comparison with one number, which
    /// costs less.
    @Test(arguments: [[], [1], [2, 5], [3, 4, 6]] as [[Int64]])
    func `a row is void from a moment on exactly if it was begun before the latest older copy`(
        copies: [Int64]
    ) async throws {
        let fixture = try await AuthStoreFixture()
        for generation in copies {
            let row = Statement(
                "INSERT INTO older_copy (generation, begun_at) VALUES ($1, $1)", .integer(generation))
            _ = try await fixture.database.write { try $0.run(row) }
        }
        for begun in Int64(0)...7 {
            let row = try await fixture.database.select(
                Statement(
                    """
                    SELECT CASE WHEN \(OlderCopyTable.isNotVoid) THEN 1 ELSE 0 END, \(OlderCopyTable.voidedAt)
                    FROM (SELECT CAST($1 AS BIGINT) AS begun_in) AS t
                    """, .integer(begun)))[0]
            #expect(try (row.int(0) == 1) == (row.intOrNil(1) == nil), "\(begun) with \(copies)")
            #expect(try row.intOrNil(1) == copies.first { $0 > begun })
        }
    }
}

extension AuthStoreFixture {
    /// Begins a generation as a service does at its start: after a fail-over, or with an older copy of the database.
    func beginGeneration(withOlderCopy isOlder: Bool) async throws {
        try await database.write { [now, id = random.id() as GenerationID] transaction in
            _ = try Generations.begin(id, at: now, in: transaction)
            if isOlder { try VoidedByRestore.recordOlderCopy(at: now, in: transaction) }
        }
    }

    /// Presents the session's current refresh token, whose successor has the same hash.
    fileprivate func refresh(_ session: SessionRecord) async throws -> RefreshRequest.Outcome {
        try await store.refresh(
            RefreshRequest(
                account: session.account, session: session.id, thumbprint: session.thumbprint, generation: 0,
                hashes: [1: session.refreshHash], idleTimeout: .days(14), deletionTag: Self.tag,
                successorHashes: { _, _, _ in [1: session.refreshHash] }), at: now)
    }
}
