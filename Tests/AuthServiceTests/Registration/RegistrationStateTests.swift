import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `registration.state` {
    @Test func `plays its example, and follows one device through the registration states`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (params, example) = RegistrationState.example
        func state() async throws -> RegistrationState.Answer { try await phone.call(RegistrationState.self, params) }
        #expect(try await state().state == .invalid)
        let (challenge, code) = try await phone.start(fixture, params.phone)
        #expect(try await state() == example)
        let answer = try await phone.call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        #expect(try await state().state == .registered)
        _ = try await fixture.store.block(answer.session.account, at: fixture.clock.now)
        #expect(try await state().state == .blocked)
    }

    @Test func `another device key does not see the registration`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), stranger = fixture.client()
        _ = try await phone.start(fixture)
        let seen = try await stranger.call(RegistrationState.self, .init(phone: AuthTestClient.phone))
        #expect(seen.state == .invalid)
        fixture.clock.advance(by: .seconds(60))
        let (challenge, code) = try await stranger.requestCode(fixture)
        try await stranger.expectRefused(.notRegistered, OTPVerify.self, .init(challengeId: challenge, code: code))
    }

    @Test(.requirement("O11"), arguments: ["+49 151 123-456-78", "0049 (151) 12345678", "+٤٩١٥١١٢٣٤٥٦٧٨"])
    func `every spelling of a phone number is the same number`(spelling: String) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.start(fixture)
        let answer = try await phone.call(RegistrationState.self, .init(phone: spelling))
        #expect((answer.identity, answer.state) == (AuthTestClient.phone, .startedRegistration))
    }

    @Test(
        .requirement("O11"),
        arguments: [["+52 1 55 1234 5678", "+52 55 1234 5678"], ["+54 9 11 2345 6789", "+54 11 2345 6789"]])
    func `the forms of a telephone's number have one limit of codes`(forms: [String]) async throws {
        #expect(try await sent(to: forms) == sent(to: [forms[0]]))
    }

    /// The number of codes that eight device keys at different addresses get, each for the next of these spellings.
    private func sent(to spellings: [String]) async throws -> Int {
        let fixture = try await AuthServiceFixture()
        var sent = 0
        for turn in 0..<8 {
            let request = OTPRequest.Params(phone: spellings[turn % spellings.count], purpose: .login)
            let client = fixture.client("device \(turn)", at: "192.0.\(turn).1")
            if try await client.refusal(OTPRequest.self, request) == nil { sent += 1 }
            fixture.clock.advance(by: .seconds(60))
        }
        return sent
    }

    @Test(arguments: ["+44 07400 123456", "+1 1 212 555 0123", "+54 11 15 2345 6789"])
    func `a number with a digit that is dialled only within its country is refused`(spelling: String) async throws {
        let fixture = try await AuthServiceFixture()
        let request = OTPRequest.Params(phone: spelling, purpose: .login)
        let refusal = try #require(try await fixture.client().refusal(OTPRequest.self, request))
        #expect((refusal.name, refusal.data["field"]?.string) == ("invalidParams", "phone"))
    }

    @Test(.requirement("R4")) func `a registration expires a day after its start`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.start(fixture)
        fixture.clock.advance(by: .hours(24))
        #expect(try await phone.call(RegistrationState.self, .init(phone: AuthTestClient.phone)).state == .invalid)
    }
}
