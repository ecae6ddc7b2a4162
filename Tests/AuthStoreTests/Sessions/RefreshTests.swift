import AuthStore
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `Refreshes` {
    /// A token whose hash is its text, so that each successor is visible in the test.
    private func refresh(
        _ session: SessionRecord, _ token: [UInt8], generation: Int64 = 0, key: String = "phone"
    ) -> RefreshRequest {
        RefreshRequest(
            account: session.account, session: session.id, thumbprint: key, generation: generation, hashes: [1: token],
            hasRequestID: false, idleTimeout: .days(14), deletionTag: AuthStoreFixture.tag,
            successorHashes: { _, _, _ in [1: token + [1]] })
    }

    @Test func `the successor is the same while it is unused`() async throws {
        let fixture = try await AuthStoreFixture()
        let (_, session) = try await fixture.register()
        let token = session.id.bytes
        for _ in 0..<3 {
            let outcome = try await fixture.store.refresh(refresh(session, token), at: fixture.now)
            let session = try #require(outcome.session)
            #expect(session.refreshHash == token + [1])
            #expect(session.generation == 1)
        }
    }

    @Test(.requirement("T5")) func `a spent token after its successor was used ends the family`() async throws {
        let fixture = try await AuthStoreFixture()
        let (_, session) = try await fixture.register()
        let token = session.id.bytes
        _ = try await fixture.store.refresh(refresh(session, token), at: fixture.now)
        _ = try await fixture.store.refresh(refresh(session, token + [1], generation: 1), at: fixture.now)
        fixture.clock.advance(by: .seconds(11))
        #expect(try await fixture.store.refresh(refresh(session, token), at: fixture.now) == .reused)
        let newest = refresh(session, token + [1, 1], generation: 2)
        #expect(try await fixture.store.refresh(newest, at: fixture.now) == .ended(.refreshReused))
    }

    @Test func `a spent token presented with another key does not end the session`() async throws {
        let fixture = try await AuthStoreFixture()
        let (_, session) = try await fixture.register()
        let token = session.id.bytes
        _ = try await fixture.store.refresh(refresh(session, token), at: fixture.now)
        _ = try await fixture.store.refresh(refresh(session, token + [1], generation: 1), at: fixture.now)
        #expect(
            try await fixture.store.refresh(refresh(session, token, key: "thief"), at: fixture.now)
                == .ended(.loginRequired))
        #expect(try await fixture.snapshot(session).session?.ended == nil)
    }

    @Test(arguments: [(generation: 3, isReused: false), (2, false), (1, false), (0, true)] as [(Int64, Bool)])
    func `a token whose hash is not stored is reused only if its generation is older than the stored hashes`(
        generation: Int64, isReused: Bool
    ) async throws {
        let fixture = try await AuthStoreFixture(), (_, session) = try await fixture.register()
        let token = session.id.bytes
        for (spent, turn) in [(token, 0), (token + [1], 1)] as [([UInt8], Int64)] {
            _ = try await fixture.store.refresh(refresh(session, spent, generation: turn), at: fixture.now)
        }
        let outcome = try await fixture.store.refresh(refresh(session, [0], generation: generation), at: fixture.now)
        #expect(outcome == (isReused ? .reused : .ended(.loginRequired)))
        #expect(try await fixture.snapshot(session).session?.ended == (isReused ? .refreshReused : nil))
    }

    @Test func `sixty-four parallel refreshes lead to one successor`() async throws {
        let fixture = try await AuthStoreFixture()
        let (_, session) = try await fixture.register()
        let outcomes = try await withThrowingTaskGroup(of: RefreshRequest.Outcome.self) { group in
            for _ in 0..<64 {
                group.addTask { try await fixture.store.refresh(refresh(session, session.id.bytes), at: fixture.now) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(outcomes.map { $0.session?.refreshHash }) == [session.id.bytes + [1]])
    }

    @Test(arguments: [(after: Duration.days(14), expired: true), (.days(14) - .milliseconds(1), false)])
    func `a session that is unused for fourteen days expires`(after: Duration, expired: Bool) async throws {
        let fixture = try await AuthStoreFixture()
        let (_, session) = try await fixture.register()
        fixture.clock.advance(by: session.lastUsed + after - fixture.now)
        let outcome = try await fixture.store.refresh(refresh(session, session.id.bytes), at: fixture.now)
        #expect((outcome == .ended(.sessionExpired)) == expired)
    }

    @Test func `a refresh sets the time of the last use of its own device only`() async throws {
        let fixture = try await AuthStoreFixture()
        let (_, session) = try await fixture.register()
        let other: DeviceID = SeededRandom().random.id()
        let insert = Statement(
            """
            INSERT INTO device SELECT account, $1, thumbprint || 'x', public_key, name, admitted, ever_admitted, first_used,
            last_used, suspended FROM device
            """, .identifier(other))
        _ = try await fixture.database.write { try $0.run(insert) }
        fixture.clock.advance(by: .days(1))
        _ = try await fixture.store.refresh(refresh(session, session.id.bytes), at: fixture.now)
        let rows = try await fixture.database.select(Statement("SELECT id, last_used FROM device"))
        let uses: [DeviceID: Instant] = try rows.reduce(into: [:]) { $0[try $1.identifier(0)] = try $1.instant(1) }
        #expect(uses == [session.device: fixture.now, other: session.lastUsed])
    }

    @Test func `a session expires after thirty days however often it was refreshed`() async throws {
        let fixture = try await AuthStoreFixture()
        let (_, session) = try await fixture.register()
        var token = session.id.bytes
        for day in 0..<3 {
            fixture.clock.advance(by: session.created + .days(day * 13) - fixture.now)
            _ = try await fixture.store.refresh(refresh(session, token, generation: Int64(day)), at: fixture.now)
            token += [1]
        }
        fixture.clock.advance(by: session.expires - fixture.now)
        #expect(
            try await fixture.store.refresh(refresh(session, token, generation: 3), at: fixture.now)
                == .ended(.sessionExpired))
    }

    @Test func `a token of a deleted account is answered accountDeleted`() async throws {
        let fixture = try await AuthStoreFixture(), (account, session) = try await fixture.register()
        let code = fixture.code(.deleteAccount)
        _ = try await fixture.open(code)
        _ = try await fixture.delete(account, by: try #require(try await fixture.counted(code.id)))
        let outcome = try await fixture.store.refresh(refresh(session, session.id.bytes), at: fixture.now)
        #expect(outcome == .ended(.accountDeleted))
    }

    @Test func `an unknown token or account is answered loginRequired`() async throws {
        let fixture = try await AuthStoreFixture()
        let (_, session) = try await fixture.register()
        let foreign = refresh(session, [0])
        #expect(try await fixture.store.refresh(foreign, at: fixture.now) == .ended(.loginRequired))
        let nobody = RefreshRequest(
            account: fixture.random.id(), session: session.id, thumbprint: "phone", generation: 0, hashes: [1: []],
            idleTimeout: .days(14), deletionTag: AuthStoreFixture.tag, successorHashes: { _, _, _ in [1: []] })
        #expect(try await fixture.store.refresh(nobody, at: fixture.now) == .ended(.loginRequired))
    }
}

extension RefreshRequest.Outcome {
    /// The session after a refresh that succeeded.
    var session: SessionRecord? {
        switch self {
        case .refreshed(_, let session), .repeated(_, let session): session
        case .superseded, .reused, .ended: nil
        }
    }
}
