import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Refreshing` {
    /// A token whose hash is its text, so that a test can follow a family with the eye.
    private func refresh(
        _ session: SessionRecord, _ token: [UInt8], generation: Int64 = 0, key: String = "phone"
    ) -> Refresh {
        Refresh(
            account: session.account, session: session.id, thumbprint: key, generation: generation, hash: token,
            idle: .days(14), tag: [3], successorHash: { _ in token + [1] })
    }

    @Test func `the successor is the same while it is unused`() async throws {
        let house = try await House()
        let (_, session) = try await house.register()
        let token = session.id.bytes
        for _ in 0..<3 {
            let outcome = try await house.store.refresh(refresh(session, token), at: house.now)
            guard case .refreshed(_, let now) = outcome else { throw Stuck() }
            #expect(now.refreshHash == token + [1])
            #expect(now.generation == 1)
        }
    }

    @Test func `a spent token after its successor was used ends the family`() async throws {
        let house = try await House()
        let (_, session) = try await house.register()
        let token = session.id.bytes
        _ = try await house.store.refresh(refresh(session, token), at: house.now)
        _ = try await house.store.refresh(refresh(session, token + [1], generation: 1), at: house.now)
        #expect(try await house.store.refresh(refresh(session, token), at: house.now) == .ended(.refreshReused))
        let newest = refresh(session, token + [1, 1], generation: 2)
        #expect(try await house.store.refresh(newest, at: house.now) == .ended(.refreshReused))
    }

    @Test func `without the session's own key a token does nothing, spent or not`() async throws {
        let house = try await House()
        let (_, session) = try await house.register()
        let token = session.id.bytes
        _ = try await house.store.refresh(refresh(session, token), at: house.now)
        _ = try await house.store.refresh(refresh(session, token + [1], generation: 1), at: house.now)
        #expect(
            try await house.store.refresh(refresh(session, token, key: "thief"), at: house.now)
                == .ended(.loginRequired))
        #expect(try await house.standing(session).session?.ended == nil)
    }

    @Test func `sixty-four parallel refreshes lead to one successor`() async throws {
        let house = try await House()
        let (_, session) = try await house.register()
        let outcomes = try await withThrowingTaskGroup(of: Refresh.Outcome.self) { group in
            for _ in 0..<64 {
                group.addTask { try await house.store.refresh(refresh(session, session.id.bytes), at: house.now) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let hashes = outcomes.map { outcome -> [UInt8] in
            guard case .refreshed(_, let now) = outcome else { return [] }
            return now.refreshHash
        }
        #expect(Set(hashes) == [session.id.bytes + [1]])
    }

    @Test(arguments: [(after: Duration.days(14), expired: true), (.days(14) - .milliseconds(1), false)])
    func `a session left alone for fourteen days is over`(after: Duration, expired: Bool) async throws {
        let house = try await House()
        let (_, session) = try await house.register()
        house.clock.advance(by: session.lastUsed + after - house.now)
        let outcome = try await house.store.refresh(refresh(session, session.id.bytes), at: house.now)
        #expect((outcome == .ended(.sessionExpired)) == expired)
    }

    @Test func `a session ends after thirty days however often it was refreshed`() async throws {
        let house = try await House()
        let (_, session) = try await house.register()
        var token = session.id.bytes
        for day in 0..<3 {
            house.clock.advance(by: session.created + .days(day * 13) - house.now)
            _ = try await house.store.refresh(refresh(session, token, generation: Int64(day)), at: house.now)
            token += [1]
        }
        house.clock.advance(by: session.expires - house.now)
        #expect(
            try await house.store.refresh(refresh(session, token, generation: 3), at: house.now)
                == .ended(.sessionExpired))
    }

    @Test func `what nobody knows is unknown, and only a record says deleted`() async throws {
        let house = try await House()
        let (_, session) = try await house.register()
        let foreign = refresh(session, [0])
        #expect(try await house.store.refresh(foreign, at: house.now) == .ended(.loginRequired))
        let nobody = Refresh(
            account: house.random.id(), session: session.id, thumbprint: "phone", generation: 0, hash: [],
            idle: .days(14), tag: [3], successorHash: { _ in [] })
        #expect(try await house.store.refresh(nobody, at: house.now) == .ended(.loginRequired))
    }
}
