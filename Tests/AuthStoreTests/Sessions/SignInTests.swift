import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Signing in` {
    @Test func `sixty-four parallel right codes open one session`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.codes.perChallenge = 64
        fixture.codes.inARow = 100
        _ = try await fixture.register()
        let code = fixture.code()
        _ = try await fixture.open(code)
        let outcomes = try await withThrowingTaskGroup(of: SignIn.Outcome?.self) { [fixture] group in
            for _ in 0..<64 {
                group.addTask {
                    guard let attempt = try await fixture.counted(code.id) else { return nil }
                    return try await fixture.signIn(attempt)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let entered = outcomes.filter { if case .signedIn = $0 { true } else { false } }
        #expect(entered.count == 1)
    }

    @Test func `the first device is admitted and a second one gets an unproven session`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, first) = try await fixture.register()
        #expect(first.level == .full)
        #expect(account.approval == .waitingForApproval)
        let second = try await fixture.login(on: "tablet")
        #expect(second.level == .unproven)
        #expect(second.digits == "42")
        #expect(try await fixture.snapshot(first).session?.ended == nil)
    }

    @Test func `an automatic group approves a person and admits no second device`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register(group: "home")
        #expect(account.approval == .approvedForSyncing)
        #expect(account.role == .parent)
        #expect(try await fixture.login(on: "tablet").level == .unproven)
    }

    @Test func `an admitted device logs in with a code alone, and its former session ends`() async throws {
        let fixture = try await AuthStoreFixture()
        let (_, first) = try await fixture.register()
        let again = try await fixture.login(on: "phone")
        #expect(again.level == .full)
        #expect(again.device == first.device)
        #expect(try await fixture.snapshot(first).session?.ended == .loginRequired)
    }

    @Test func `a right code for a number without an account opens nothing and is used up`() async throws {
        let fixture = try await AuthStoreFixture()
        let code = fixture.code()
        _ = try await fixture.open(code)
        let attempt = try #require(try await fixture.counted(code.id))
        #expect(try await fixture.signIn(attempt) == .notRegistered)
        #expect(try await fixture.signIn(attempt) == .codeUnusable)
    }

    @Test func `a repeated request gets the session it opened`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.register()
        let code = fixture.code()
        _ = try await fixture.open(code)
        let key = IdempotencyKey(
            owner: [], thumbprint: "phone", method: "otp.verify", request: fixture.random.id(), mac: [1])
        let attempt = try #require(try await fixture.counted(code.id))
        guard case .signedIn(let account, let session) = try await fixture.signIn(attempt, idempotencyKey: key) else {
            throw SetupFailed()
        }
        let memory = StoredResponse.response(account.id.bytes + session.id.bytes, at: fixture.now)
        #expect(try await fixture.signIn(attempt, idempotencyKey: key) == .replayed(memory))
        let other = IdempotencyKey(
            owner: [], thumbprint: "phone", method: "otp.verify", request: key.requests[0], mac: [2])
        #expect(try await fixture.signIn(attempt, idempotencyKey: other) == .replayed(.keyReused))
    }

    @Test func `a blocked account refuses logins, and registering again resets it`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, first) = try await fixture.register()
        let moved = ApprovalChange(account: account.id, version: 1, status: .approvedForSyncing, reason: nil)
        _ = try await fixture.store.changeApproval(
            moved, by: .administrator, idempotencyKey: nil, response: [], at: fixture.now)
        #expect(try await fixture.store.block(account.id, at: fixture.now))
        let login = fixture.code()
        _ = try await fixture.open(login)
        #expect(try await fixture.signIn(try #require(try await fixture.counted(login.id))) == .blocked)
        #expect(try await fixture.snapshot(first).session?.ended == nil)
        fixture.clock.advance(by: .seconds(60))
        let code = fixture.code(.registration)
        _ = try await fixture.start(code)
        let attempt = try #require(try await fixture.counted(code.id))
        #expect(try await fixture.signIn(attempt, registration: fixture.registration(code)) == .stateChanged)
        let outcome = try await fixture.signIn(attempt, registration: fixture.registration(code), blocked: true)
        guard case .signedIn(let renewed, let session) = outcome else { throw SetupFailed() }
        #expect(renewed.state == .registered)
        #expect(renewed.tokenSecretVersion == account.tokenSecretVersion + 1)
        #expect(renewed.approval == .waitingForApproval)
        #expect(session.level == .unproven)
        #expect(try await fixture.snapshot(first).session?.ended == .loginRequired)
        // No device is admitted any more, but a code alone admits only the first device of an account.
        fixture.clock.advance(by: .seconds(60))
        for key in ["phone", "tablet"] { #expect(try await fixture.login(on: key).level == .unproven) }
    }
}
