import AuthStore
import Support
import Testing
import Vocabulary

@Suite struct `Upkeep` {
    @Test func `a request proof is good once`() async throws {
        let house = try await House()
        let until = house.now + .minutes(6)
        #expect(try await house.store.useProof("one", by: "phone", expires: until))
        #expect(try await house.store.useProof("one", by: "tablet", expires: until))
        #expect(try await !house.store.useProof("one", by: "phone", expires: until))
    }

    @Test func `sweeping removes what is over and keeps the record of why a session ended`() async throws {
        let house = try await House()
        let (account, session) = try await house.register()
        _ = try await house.store.useProof("one", by: "phone", expires: house.now)
        _ = try await house.store.revoke(session.id, of: account.id, from: session.id, once: nil, at: house.now)
        house.clock.advance(by: .days(60))
        while try await house.store.sweep(at: house.now) > 0 {}
        #expect(try await house.rows() == [0, 0, 0, 0, 0, 0])
        #expect(try await house.standing(session).session?.ended == .sessionRevoked)
        house.clock.advance(by: .days(400))
        while try await house.store.sweep(at: house.now) > 0 {}
        #expect(try await house.standing(session).session == nil)
    }
}
