import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.setPIN` {
    @Test func `plays its example: the child is logged in, and its session ends with its own log out`() async throws {
        let family = try await Family()
        let signedIn = try await family.join()
        #expect(signedIn.session.accountId == family.child)
        #expect(signedIn.session.scope.contains(Open(.child)))
        try await family.device.expectSuccess(SessionStatus.self, Nothing())
    }

    @Test func `a signature by another key, or by another device, makes no PIN`() async throws {
        let family = try await Family()
        let bound = try await family.bind()
        var params = try family.device.making(bound)
        params.proof = try family.device.sign(bound, .enrol, "7391")
        try await family.device.expectRefused(.invalidParams, ChildSetPIN.self, params)
        let other = family.fixture.client()
        try await other.expectRefused(.deviceNotBound, ChildSetPIN.self, other.making(bound))
        try await family.device.setPIN(bound)
    }

    @Test func `a challenge is refused after five minutes`() async throws {
        let family = try await Family()
        let bound = try await family.bind()
        family.fixture.clock.advance(by: .minutes(5))
        try await family.device.expectRefused(.pinChallengeExpired, ChildSetPIN.self, family.device.making(bound))
        try await family.device.setPIN(family.device.call(ChildChallenge.self, Nothing()))
    }
}
