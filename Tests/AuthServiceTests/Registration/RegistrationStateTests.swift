import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
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

    @Test(arguments: ["+49 151 123-456-78", "0049 (151) 12345678", "+٤٩١٥١١٢٣٤٥٦٧٨"])
    func `every spelling of a phone number is the same number`(spelling: String) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.start(fixture)
        let answer = try await phone.call(RegistrationState.self, .init(phone: spelling))
        #expect((answer.identity, answer.state) == (AuthTestClient.phone, .startedRegistration))
    }

    @Test func `a registration expires a day after its start`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.start(fixture)
        fixture.clock.advance(by: .hours(24))
        #expect(try await phone.call(RegistrationState.self, .init(phone: AuthTestClient.phone)).state == .invalid)
    }
}
