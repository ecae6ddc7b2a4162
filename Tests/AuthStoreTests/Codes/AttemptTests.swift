import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Attempts at one-time codes` {
    @Test(.requirement("O4")) func `a challenge takes five attempts and not a sixth`() async throws {
        let fixture = try await AuthStoreFixture()
        let code = fixture.code()
        #expect(try await fixture.open(code) == .opened)
        for left in [4, 3, 2, 1, 0] { #expect(try await fixture.counted(code.id)?.left == left) }
        #expect(try await fixture.attempt(code.id) == .exhausted)
        fixture.clock.advance(by: .seconds(300))
        #expect(try await fixture.attempt(code.id) == .codeUnusable, "it has expired")
    }

    @Test func `a code that was used takes no further attempt`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.register()
        let code = fixture.code()
        _ = try await fixture.open(code)
        let right = try #require(try await fixture.counted(code.id))
        guard case .signedIn = try await fixture.signIn(right) else { throw SetupFailed() }
        #expect(try await fixture.attempt(code.id) == .codeUnusable)
    }

    @Test(.requirement("O4")) func `the tenth attempt in a row makes the device key wait twenty minutes`() async throws
    {
        let fixture = try await AuthStoreFixture()
        for _ in 0..<2 {
            let code = fixture.code(from: nil)
            #expect(try await fixture.open(code) == .opened)
            for _ in 0..<5 { #expect(try await fixture.counted(code.id) != nil) }
            fixture.clock.advance(by: .seconds(61))
        }
        let until = fixture.now - .seconds(61) + .minutes(20)
        #expect(try await fixture.open(fixture.code()) == .wait(until: until))
        fixture.clock.advance(by: until - fixture.now - .milliseconds(1))
        #expect(try await fixture.open(fixture.code()) == .wait(until: until))
        fixture.clock.advance(by: .milliseconds(1))
        let code = fixture.code()
        #expect(try await fixture.open(code) == .opened)
        #expect(try await fixture.counted(code.id)?.streak == 1)
    }

    @Test func `one device key's attempts do not make another device key wait`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends.perNumber = []
        for _ in 0..<2 {
            let code = fixture.code(on: "stranger", from: nil)
            _ = try await fixture.open(code)
            for _ in 0..<5 { _ = try await fixture.attempt(code.id, on: "stranger") }
        }
        let own = fixture.code(on: "phone")
        #expect(try await fixture.open(own) == .opened)
        #expect(try await fixture.counted(own.id) != nil)
    }

    @Test(.requirement("O6")) func `a code is accepted for its purpose and its device key only`() async throws {
        let fixture = try await AuthStoreFixture()
        let code = fixture.code(.login)
        _ = try await fixture.open(code)
        #expect(try await fixture.attempt(code.id, for: [.deleteAccount]) == .codeUnusable)
        #expect(try await fixture.attempt(code.id, on: "another") == .codeUnusable)
        #expect(try await fixture.attempt(fixture.random.id()) == .codeUnusable)
        #expect(try await fixture.counted(code.id)?.left == 4)
    }

    @Test(.requirement("O2")) func `a code is accepted until its last millisecond`() async throws {
        let fixture = try await AuthStoreFixture()
        let code = fixture.code()
        _ = try await fixture.open(code)
        fixture.clock.advance(by: .milliseconds(299_999))
        #expect(try await fixture.counted(code.id) != nil)
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await fixture.attempt(code.id) == .codeUnusable)
    }

    @Test(.requirement("O6")) func `a new code ends the former one of the same device key only`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends.perNumber = []
        let first = fixture.code(), other = fixture.code(on: "tablet"), second = fixture.code()
        for code in [first, other, second] { #expect(try await fixture.open(code) == .opened) }
        #expect(try await fixture.attempt(first.id) == .codeUnusable)
        #expect(try await fixture.counted(other.id, on: "tablet") != nil)
        #expect(try await fixture.counted(second.id) != nil)
    }

    @Test(.requirement("O5")) func `a new code does not reset attempts in a row`() async throws {
        let fixture = try await AuthStoreFixture()
        let first = fixture.code()
        _ = try await fixture.open(first)
        _ = try await fixture.attempt(first.id)
        fixture.clock.advance(by: .seconds(60))
        let second = fixture.code()
        _ = try await fixture.open(second)
        #expect(try await fixture.counted(second.id)?.streak == 2)
    }

    @Test func `a right code ends the attempts in a row, but not those that were counted after it`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends.perNumber = []
        _ = try await fixture.register()
        for (later, streak) in [(0, 1), (1, 3), (0, 1)] as [(Int, Int64)] {
            let code = fixture.code()
            _ = try await fixture.open(code)
            let right = try #require(try await fixture.counted(code.id))
            for _ in 0..<later { _ = try await fixture.attempt(code.id) }
            guard case .signedIn = try await fixture.signIn(right) else { throw SetupFailed() }
            let next = fixture.code()
            _ = try await fixture.open(next)
            let attempt = try #require(try await fixture.counted(next.id))
            #expect(attempt.streak == streak)
            guard case .signedIn = try await fixture.signIn(attempt) else { throw SetupFailed() }
        }
    }

    @Test func `of two hundred parallel attempts five are counted`() async throws {
        let fixture = try await AuthStoreFixture()
        let code = fixture.code()
        _ = try await fixture.open(code)
        let counted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 { group.addTask { try await fixture.counted(code.id) != nil } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(counted == 5)
    }

    @Test func `when the quota of wrong codes is used up, the owner's device key does not wait, others do`()
        async throws
    {
        var fixture = try await AuthStoreFixture()
        fixture.sends.perNumber = []
        _ = try await fixture.register(on: "phone")
        fixture.sends.wrongPerHour = 2
        let strange = fixture.code(on: "stranger"), own = fixture.code(on: "phone")
        for code in [strange, own] { _ = try await fixture.open(code) }
        for _ in 0..<2 { #expect(try await fixture.counted(strange.id, on: "stranger") != nil) }
        let outcome = try await fixture.attempt(strange.id, on: "stranger")
        guard case .wait(let until) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(until - fixture.now <= .hours(1))
        #expect(try await fixture.counted(own.id, on: "phone") != nil)
    }

    @Test func `a right code is not counted in the quota of wrong codes`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [], wrongPerHour: 1)
        for key in ["first", "second", "third"] {
            let code = fixture.code(on: key)
            _ = try await fixture.open(code)
            let attempt = try #require(try await fixture.counted(code.id, on: key))
            #expect(try await fixture.signIn(attempt) == .notRegistered)
        }
        let wrong = fixture.code(on: "fourth")
        _ = try await fixture.open(wrong)
        #expect(try await fixture.counted(wrong.id, on: "fourth") != nil)
        #expect(try await fixture.counted(wrong.id, on: "fourth") == nil)
    }
}
