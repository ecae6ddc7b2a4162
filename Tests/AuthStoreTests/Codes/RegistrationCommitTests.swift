import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Registration commits` {
    @Test func `a second start by the same device key is refused, by another it is not`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends.perNumber = []
        #expect(try await fixture.start(fixture.code(.registration)) == .opened)
        #expect(try await fixture.start(fixture.code(.registration)) == .stateChanged)
        #expect(try await fixture.start(fixture.code(.registration, on: "tablet")) == .opened)
    }

    @Test func `a started registration expires after a day`() async throws {
        let fixture = try await AuthStoreFixture()
        #expect(try await fixture.start(fixture.code(.registration)) == .opened)
        fixture.clock.advance(by: .hours(24))
        #expect(
            try await fixture.store.registration(phone: AuthStoreFixture.phone, thumbprint: "phone", at: fixture.now)
                .registration == nil)
        #expect(try await fixture.start(fixture.code(.registration)) == .opened)
    }

    @Test func `a restart needs a started registration of the same device key`() async throws {
        let fixture = try await AuthStoreFixture()
        let code = fixture.code(.registration)
        #expect(try await fixture.restart(fixture.code(.registration)) == .stateChanged)
        _ = try await fixture.start(code)
        fixture.clock.advance(by: .seconds(60))
        #expect(try await fixture.restart(fixture.code(.registration, on: "tablet")) == .stateChanged)
        let next = fixture.code(.registration)
        #expect(try await fixture.restart(next) == .opened)
        #expect(try await fixture.attempt(code.id) == .codeUnusable)
        #expect(try await fixture.store.registration(challenge: next.id, thumbprint: "phone", at: fixture.now) != nil)
        #expect(try await fixture.store.registration(challenge: next.id, thumbprint: "tablet", at: fixture.now) == nil)
    }

    @Test func `a registration that was restarted since it was read is cancelled with its new code`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends.perNumber = []
        let code = fixture.code(.registration), next = fixture.code(.registration)
        #expect(try await fixture.start(code) == .opened)
        let read = fixture.registration(code)
        #expect(try await fixture.restart(next) == .opened)
        #expect(try await fixture.cancel(read))
        #expect(try await fixture.attempt(next.id) == .codeUnusable)
        #expect(try await fixture.count("registration") == 0)
        #expect(try await !fixture.cancel(read))
    }

    @Test func `a registration that was confirmed or has changed its state since it was read is not cancelled`()
        async throws
    {
        var fixture = try await AuthStoreFixture()
        fixture.sends.perNumber = []
        let code = fixture.code(.registration)
        #expect(try await fixture.start(code) == .opened)
        #expect(try await !fixture.cancel(fixture.registration(code, state: .activated)))
        #expect(try await fixture.count("registration") == 1)
        let attempt = try #require(try await fixture.counted(code.id))
        _ = try await fixture.signIn(attempt, registration: fixture.registration(code))
        #expect(try await !fixture.cancel(fixture.registration(code)))
        #expect(try await fixture.count("account") == 1)
    }

    @Test(arguments: [true, false])
    func `a registration that was restarted since it was read is not confirmed, and its former code makes no account`(
        isRestarted: Bool
    ) async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [])
        let code = fixture.code(.registration)
        #expect(try await fixture.start(code) == .opened)
        let read = fixture.registration(code), proof = fixture.code(on: "tablet")
        #expect(try await fixture.open(proof) == .opened)
        let attempt = try #require(try await fixture.counted(proof.id, on: "tablet"))
        if isRestarted { #expect(try await fixture.restart(fixture.code(.registration)) == .opened) }
        let outcome = try await fixture.signIn(attempt, registration: read)
        #expect((outcome == .stateChanged) == isRestarted)
        #expect(try await fixture.count("account") == (isRestarted ? 0 : 1))
        #expect(try await fixture.count("registration") == (isRestarted ? 1 : 0))
    }

    @Test func `sixty-four parallel confirmations of one number make one account`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [])
        var ready: [(Attempt, RegistrationRecord)] = []
        for index in 0..<64 {
            let code = fixture.code(.registration, on: "key \(index)")
            _ = try await fixture.start(code)
            if let attempt = try await fixture.counted(code.id, on: "key \(index)") {
                ready.append((attempt, fixture.registration(code)))
            }
        }
        #expect(ready.count == 64)
        let outcomes = try await withThrowingTaskGroup(of: SignIn.Outcome.self) { [fixture] group in
            for (attempt, registration) in ready {
                group.addTask { try await fixture.signIn(attempt, registration: registration) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let entered = outcomes.compactMap { outcome -> (AccountRecord, SessionRecord)? in
            guard case .signedIn(let account, let session) = outcome else { return nil }
            return (account, session)
        }
        #expect(entered.count == 64)
        #expect(Set(entered.map(\.0.id)).count == 1)
        #expect(entered.filter { $0.1.level == .full }.count == 1)
    }
}
