import AuthStore
import Domain
import Primitives
import Testing

@Suite struct `Ending and admitting` {
    @Test func `the right digits let a device in, and where one device is allowed the others go`() async throws {
        let house = try await House()
        let (account, first) = try await house.register(group: "clinic")
        let second = try await house.login(on: "tablet")
        let done = try await house.store.admit(second.id, of: account.id, digits: "42", once: nil, at: house.now)
        #expect(done == .done)
        #expect(try await house.standing(second).session?.gate == .full)
        #expect(try await house.standing(first).session?.ended == .loggedInElsewhere)
    }

    @Test func `the third wrong pair of digits ends the waiting session`() async throws {
        let house = try await House()
        let (account, first) = try await house.register()
        let second = try await house.login(on: "tablet")
        for _ in 0..<3 {
            let other = try await house.store.admit(second.id, of: account.id, digits: "41", once: nil, at: house.now)
            #expect(other == .otherDigits)
        }
        let late = try await house.store.admit(second.id, of: account.id, digits: "42", once: nil, at: house.now)
        #expect(late == .unknown)
        #expect(try await house.standing(second).session?.ended == .loginRequired)
        #expect(try await house.standing(first).session?.ended == nil)
    }

    @Test func `a session ended from another device has to be admitted anew`() async throws {
        let house = try await House()
        let (account, first) = try await house.register()
        let second = try await house.login(on: "tablet")
        _ = try await house.store.admit(second.id, of: account.id, digits: "42", once: nil, at: house.now)
        #expect(try await house.login(on: "tablet").gate == .full)
        let live = try await house.store.sessions(of: account.id).first { $0.device.thumbprint == "tablet" }
        let tablet = try #require(live).session
        let done = try await house.store.revoke(tablet.id, of: account.id, from: first.id, once: nil, at: house.now)
        #expect(done == .done)
        #expect(try await house.standing(tablet).session?.ended == .sessionRevoked)
        #expect(try await house.login(on: "tablet").gate == .unproven)
    }

    @Test func `logging out here keeps the device's place`() async throws {
        let house = try await House()
        let (account, first) = try await house.register()
        for expected in [AuthStore.SessionChange.done, .unknown] {
            let outcome = try await house.store.revoke(
                first.id, of: account.id, from: first.id, once: nil, at: house.now)
            #expect(outcome == expected)
        }
        #expect(try await house.login(on: "phone").gate == .full)
    }

    @Test func `logging out everywhere ends every session and moves the TokenSecret on`() async throws {
        let house = try await House()
        let (account, first) = try await house.register()
        let second = try await house.login(on: "tablet")
        #expect(try await house.store.revokeAll(of: account.id, once: nil, at: house.now) == .done(ended: 2))
        for session in [first, second] { #expect(try await house.standing(session).session?.ended == .sessionRevoked) }
        #expect(try await house.standing(first).account?.tsv == account.tsv + 1)
    }

    @Test func `a repeated request changes nothing again`() async throws {
        let house = try await House()
        let (account, first) = try await house.register()
        let once = Once(owner: [], thumbprint: "phone", method: "session.revoke", request: house.random.id(), mac: [1])
        _ = try await house.store.revoke(first.id, of: account.id, from: first.id, once: once, at: house.now)
        let memory = Once.Memory.done([], at: house.now)
        let again = try await house.store.revoke(first.id, of: account.id, from: first.id, once: once, at: house.now)
        #expect(again == .repeated(memory))
    }

    @Test func `a refresh racing with a log-out everywhere is before it or refused`() async throws {
        for round in 0..<20 {
            let house = try await House()
            let (account, session) = try await house.register()
            let refresh = Refresh(
                account: account.id, session: session.id, thumbprint: "phone", generation: 0, hash: session.id.bytes,
                idle: .days(14), tag: [3], successorHash: { _ in [UInt8(round)] })
            async let refreshed = house.store.refresh(refresh, at: house.now)
            async let ended = house.store.revokeAll(of: account.id, once: nil, at: house.now)
            _ = try await (refreshed, ended)
            #expect(try await house.store.refresh(refresh, at: house.now) == .ended(.sessionRevoked))
        }
    }
}
