import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `otp.request` {
    @Test func `plays its example: a code is sent, valid for five minutes`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (params, example) = OTPRequest.example
        let answer = try await phone.call(OTPRequest.self, params)
        #expect(answer.resendAfterMs == example.resendAfterMs)
        #expect(answer.expiresAtMs == fixture.clock.now + .seconds(300))
        #expect(answer.challengeId != example.challengeId)
        _ = try await fixture.code(for: params.phone)
    }

    @Test(.requirement("O10")) func `known, unknown and blocked numbers are answered alike and all get a message`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), owner = fixture.client(), stranger = fixture.client()
        let grant = try await owner.register(fixture)
        let blocked = try await fixture.client().register(fixture, "+33612345678")
        _ = try await fixture.store.block(blocked.account, at: fixture.clock.now)
        let before = fixture.inbox.messages.count
        var answers: [OTPRequest.Answer] = []
        for phone in [AuthTestClient.phone, "+33612345678", "+447700900123"] {
            answers.append(try await stranger.call(OTPRequest.self, .init(phone: phone, purpose: .login)))
            _ = try await fixture.code(for: phone)
        }
        #expect(Set(answers.map(\.expiresAtMs)).count == 1)
        #expect(fixture.inbox.messages.count == before + 3)
        #expect(grant.scope == [Open(.account)])
    }

    @Test func `a code of a registration cannot be requested here`() async throws {
        let fixture = try await AuthServiceFixture()
        let params = OTPRequest.Params(phone: AuthTestClient.phone, purpose: .registration)
        let fault = try #require(try await fixture.client().refusal(OTPRequest.self, params))
        #expect((fault.name, fault.data["field"]) == ("invalidParams", "purpose"))
    }

    @Test(.requirement("O7")) func `codes to other countries, and too many codes, are refused`() async throws {
        let fixture = try await AuthServiceFixture { $0.countries = CountryList("49") }, phone = fixture.client()
        let abroad = OTPRequest.Params(phone: "+33612345678", purpose: .login)
        try await phone.expectRefused(.destinationRefused, OTPRequest.self, abroad)
        _ = try await phone.requestCode(fixture)
        let again = OTPRequest.Params(phone: AuthTestClient.phone, purpose: .login)
        try await phone.expectRefused(.sendLimit, OTPRequest.self, again)
    }

    @Test func `after ten wrong codes in a row a device gets no further code, and another device does`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client()
        for _ in 0..<2 {
            let (challenge, code) = try await phone.requestCode(fixture)
            let wrong = OTPVerify.Params(challengeId: challenge, code: try fixture.wrong(code))
            for _ in 0..<5 { try await phone.expectRefused(.codeWrong, OTPVerify.self, wrong) }
        }
        let request = OTPRequest.Params(phone: AuthTestClient.phone, purpose: .login)
        try await phone.expectRefused(.codeWait, OTPRequest.self, request)
        try await fixture.client().expectSuccess(OTPRequest.self, request)
    }

    @Test func `a test number has its fixed code until its end, and no message`() async throws {
        let until = Instant(ms: 1_750_000_000_000) + .hours(1)
        let fixture = try await AuthServiceFixture {
            guard let phone = E164(parsing: AuthTestClient.phone), let code = OneTimeCode("000000") else { return }
            $0.testNumbers = [.init(phone: phone, code: code, until: until)]
        }
        let phone = fixture.client()
        let code = try #require(OneTimeCode("000000"))
        let first = try await phone.call(OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        try await phone.expectRefused(.notRegistered, OTPVerify.self, .init(challengeId: first.challengeId, code: code))
        #expect(try await fixture.count("outbox") == 0)
        fixture.clock.set(until)
        let later = try await phone.call(OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        #expect(try await fixture.count("outbox") == 1)
        try await phone.expectRefused(.codeWrong, OTPVerify.self, .init(challengeId: later.challengeId, code: code))
    }

    @Test func `a repeated request sends one message`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        var once = OTPRequest.Params(phone: AuthTestClient.phone, purpose: .login, requestId: fixture.random.id())
        let first = try await phone.call(OTPRequest.self, once)
        #expect(try await phone.call(OTPRequest.self, once) == first)
        #expect(try await fixture.count("outbox") == 1)
        once.purpose = .deleteAccount
        try await phone.expectRefused(.requestIdReused, OTPRequest.self, once)
    }
}
