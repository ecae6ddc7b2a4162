import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `child.verifyPIN` {
    @Test func `plays its example: a repeated request uses up no further attempt, and opens one session`() async throws
    {
        let family = try await Family()
        try await family.join()
        var params = try await family.device.proving()
        params.requestId = family.fixture.random.id()
        let first = try await family.device.call(ChildVerifyPIN.self, params)
        let second = try await family.device.call(ChildVerifyPIN.self, params)
        #expect(first.session.sessionId == second.session.sessionId)
        #expect(try await family.fixture.count("session", where: "amr = 'pin' AND ended IS NULL") == 1)
        let wrong = try await family.device.proving(Family.wrongPIN)
        for _ in 0..<5 { try await family.device.expectRefused(.pinWrong, ChildVerifyPIN.self, wrong) }
        #expect(try await family.view().attemptsLeft == 2)
    }

    @Test func `a challenge is used once, and refused after five minutes`() async throws {
        let family = try await Family()
        try await family.join()
        let once = try await family.device.proving()
        try await family.device.expectSuccess(ChildVerifyPIN.self, once)
        _ = try await family.device.call(ChildState.self, .init())
        try await family.device.expectRefused(.flowError, ChildVerifyPIN.self, once)
        let late = try await family.device.proving()
        family.fixture.clock.advance(by: .minutes(5))
        try await family.device.expectRefused(.pinChallengeExpired, ChildVerifyPIN.self, late)
        try await family.parent.refresh()
        #expect(try await family.view().attemptsLeft == 3)
    }
}
