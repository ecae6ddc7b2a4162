import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `registration.restart` {
    @Test func `plays its example: a new code replaces the old one`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (old, code) = try await phone.start(fixture)
        fixture.clock.advance(by: .seconds(60))
        let answer = try await phone.call(RegistrationRestart.self, RegistrationRestart.example.params)
        #expect(answer.state == .startedRegistration)
        #expect(answer.challengeId != old)
        let late = RegistrationConfirm.Params(challengeId: old, code: code)
        try await phone.expectRefused(.codeExpired, RegistrationConfirm.self, late)
        let fresh = try await fixture.code(for: AuthTestClient.phone)
        _ = try await phone.call(RegistrationConfirm.self, .init(challengeId: answer.challengeId, code: fresh))
    }

    @Test func `a restart without a start is refused with state and event`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let fault = try #require(try await phone.refusal(RegistrationRestart.self, RegistrationRestart.example.params))
        #expect(fault.name == "flowError")
        #expect((fault.data["state"], fault.data["event"]) == ("INVALID", "RestartRegistration"))
    }

    @Test(.requirement("O5")) func `attempts in a row stay counted after a new code`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client()
        var (challenge, code) = try await phone.start(fixture)
        for attempt in 1...10 {
            if attempt == 6 {
                challenge = try await phone.call(RegistrationRestart.self, .init(phone: AuthTestClient.phone))
                    .challengeId
                code = try await fixture.code(for: AuthTestClient.phone)
            }
            let guess = RegistrationConfirm.Params(challengeId: challenge, code: try fixture.wrong(code))
            try await phone.expectRefused(.codeWrong, RegistrationConfirm.self, guess)
        }
        let wait = try #require(try await phone.refusal(RegistrationRestart.self, .init(phone: AuthTestClient.phone)))
        #expect((wait.name, wait.retryAfterMs) == ("codeWait", 1_200_000))
    }

    @Test func `a restart within a minute of the last code is refused`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.start(fixture)
        try await phone.expectRefused(.sendLimit, RegistrationRestart.self, .init(phone: AuthTestClient.phone))
    }

    @Test func `a repeated request gives the first answer`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.start(fixture)
        fixture.clock.advance(by: .seconds(60))
        var once = RegistrationRestart.Params(phone: AuthTestClient.phone, requestId: fixture.random.id())
        let first = try await phone.call(RegistrationRestart.self, once)
        #expect(try await phone.call(RegistrationRestart.self, once) == first)
        once.phone = "+4915112345679"
        try await phone.expectRefused(.requestIdReused, RegistrationRestart.self, once)
    }
}
