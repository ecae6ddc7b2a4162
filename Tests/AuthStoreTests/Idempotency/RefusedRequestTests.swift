import AuthStore
import Domain
import Primitives
import Testing

/// A refused request may be repeated under its `requestId` once the reason for the refusal is gone, so the refusal
/// rolls back the claim of the key.
@Suite struct `Requests that are refused` {
    private func expectRefusedTwice<Outcome: Equatable>(
        _ refusal: Outcome, _ fixture: AuthStoreFixture, sourceLocation: SourceLocation = #_sourceLocation,
        _ request: (IdempotencyKey) async throws -> Outcome
    ) async throws {
        let key = IdempotencyKey(
            owner: [], thumbprint: "phone", method: "a method", request: fixture.random.id(), mac: [1])
        for _ in 0..<2 { #expect(try await request(key) == refusal, sourceLocation: sourceLocation) }
        #expect(try await fixture.store.storedResponse(for: key) == nil, sourceLocation: sourceLocation)
    }

    private enum DecisionRefusal: Equatable {
        case outcome(ApprovalChange.Outcome)
        case actor(ActorRefused)
    }

    @Test func `a refused decision about an approval claims no requestId`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        let own = try await fixture.makeOperator(of: ["fieldwork"])
        let other = try await fixture.makeOperator(of: ["clinic"])
        let requests: [(DecisionRefusal, ActingParty, AccountID, version: Int64)] = [
            (.outcome(.unknown), .administrator, fixture.random.id(), 1),
            (.actor(.selfApproval), .person(own), own, 1),
            (.actor(.notYourGroup), .person(other), account.id, 1),
            (.outcome(.stale), .person(own), account.id, 7),
        ]
        for (refusal, actor, account, version) in requests {
            let change = ApprovalChange(account: account, version: version, status: .approvedForSyncing, reason: nil)
            try await expectRefusedTwice(refusal, fixture) { key in
                do {
                    return .outcome(
                        try await fixture.store.changeApproval(
                            change, by: actor, idempotencyKey: key, response: [], at: fixture.now))
                } catch let refused as ActorRefused {
                    return .actor(refused)
                }
            }
        }
    }

    @Test func `a refused end or admission of a session claims no requestId`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, first) = try await fixture.register()
        let waiting = try await fixture.login(on: "tablet")
        try await expectRefusedTwice(.unknown, fixture) {
            try await fixture.store.revoke(
                fixture.random.id(), of: account.id, from: first.id, idempotencyKey: $0, at: fixture.now)
        }
        try await expectRefusedTwice(.unknown, fixture) {
            try await fixture.store.revokeAll(of: fixture.random.id(), idempotencyKey: $0, at: fixture.now)
        }
        try await expectRefusedTwice(.wrongDigits, fixture) {
            try await fixture.store.admit(
                waiting.id, of: account.id, digits: "41", idle: .days(14), idempotencyKey: $0, at: fixture.now)
        }
    }

    @Test func `a code that no limit allows, and a start or restart that is too late, claim no requestId`() async throws
    {
        let fixture = try await AuthStoreFixture()
        #expect(try await fixture.start(fixture.code(.registration)) == .opened)
        let limit = NewChallenge.Outcome.sendLimit(retryAt: fixture.now + .seconds(60))
        try await expectRefusedTwice(limit, fixture) {
            try await fixture.open(fixture.code(), idempotencyKey: $0)
        }
        try await expectRefusedTwice(.stateChanged, fixture) {
            try await fixture.start(fixture.code(.registration), idempotencyKey: $0)
        }
        try await expectRefusedTwice(.stateChanged, fixture) {
            try await fixture.restart(fixture.code(.registration, on: "tablet"), idempotencyKey: $0)
        }
    }

    @Test func `a used code, and a confirmation that is too late, claim no requestId`() async throws {
        let fixture = try await AuthStoreFixture(), code = fixture.code(.registration)
        _ = try await fixture.start(code)
        let attempt = try #require(try await fixture.counted(code.id)), registration = fixture.registration(code)
        try await expectRefusedTwice(.stateChanged, fixture) {
            try await fixture.signIn(attempt, registration: registration, blocked: true, idempotencyKey: $0)
        }
        _ = try await fixture.signIn(attempt, registration: registration)
        for registration in [registration, nil] {
            try await expectRefusedTwice(.codeUnusable, fixture) {
                try await fixture.signIn(attempt, registration: registration, idempotencyKey: $0)
            }
        }
    }
}
