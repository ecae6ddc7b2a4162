import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `registration.start` {
    @Test func `plays its example: a code is sent and the state is STARTED_REGISTRATION`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (params, example) = RegistrationStart.example
        let answer = try await phone.call(RegistrationStart.self, params)
        #expect(answer.state == example.state)
        #expect(answer.resendAfterMs == example.resendAfterMs)
        #expect(answer.challengeId != example.challengeId)
        #expect(answer.expiresAtMs == fixture.clock.now + .seconds(300))
        let code = try await fixture.code(for: params.phone)
        #expect(fixture.inbox.messages.map(\.text).last?.hasSuffix("\n@auth.test #\(code.reveal)") == true)
    }

    @Test(.requirement("O10")) func `a number with an account gets the same answer as one without`() async throws {
        let fixture = try await AuthServiceFixture(), owner = fixture.client(), stranger = fixture.client()
        try await owner.register(fixture)
        let known = try await stranger.call(RegistrationStart.self, params(AuthTestClient.phone))
        let unknown = try await stranger.call(RegistrationStart.self, params("+33612345678"))
        #expect((known.state, known.expiresAtMs) == (unknown.state, unknown.expiresAtMs))
        #expect(known.resendAfterMs == unknown.resendAfterMs)
    }

    @Test func `starting twice on one device is refused with state and event, on two devices it is not`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client(), tablet = fixture.client()
        _ = try await phone.start(fixture)
        let fault = try #require(try await phone.refusal(RegistrationStart.self, params(AuthTestClient.phone)))
        #expect(fault.name == "flowError")
        #expect(fault.data["state"] == "STARTED_REGISTRATION")
        #expect(fault.data["event"] == "StartRegistration")
        _ = try await tablet.start(fixture)
    }

    @Test func `a registered person's own device learns that it is registered`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let fault = try #require(try await phone.refusal(RegistrationStart.self, params(AuthTestClient.phone)))
        #expect(fault.data["state"] == "REGISTERED")
    }

    @Test(.requirement("R4")) func `a stranger's start neither ends the owner's code nor blocks the number`()
        async throws
    {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let owner = fixture.client(), stranger = fixture.client()
        let (challenge, code) = try await owner.start(fixture)
        _ = try await stranger.start(fixture)
        let answer = try await owner.call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        #expect(answer.session.scope == [Open(.account)])
    }

    @Test(arguments: ["nowhere", "demo"]) func `a group that cannot be joined is unknown`(group: String) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.expectRefused(.groupUnknown, RegistrationStart.self, params(AuthTestClient.phone, group))
    }

    @Test func `in demo mode the group without codes leads to ACTIVATED, and nothing is sent`() async throws {
        let fixture = try await AuthServiceFixture { $0.isDemo = true }
        let answer = try await fixture.client().call(RegistrationStart.self, params(AuthTestClient.phone, "demo"))
        #expect(answer.state == .activated)
        try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
        #expect(fixture.inbox.messages.isEmpty)
    }

    @Test func `an invalid phone number, and one of another country, are refused`() async throws {
        let fixture = try await AuthServiceFixture { $0.countries = CountryList("49") }, phone = fixture.client()
        let none = try #require(try await phone.refusal(RegistrationStart.self, params("01511234567")))
        #expect((none.name, none.data["field"]) == ("invalidParams", "phone"))
        try await phone.expectRefused(.destinationRefused, RegistrationStart.self, params("+33612345678"))
    }

    @Test func `a repeated request gives the first answer, with other content it is refused`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        var once = params(AuthTestClient.phone)
        once.requestId = fixture.random.id()
        let first = try await phone.call(RegistrationStart.self, once)
        #expect(try await phone.call(RegistrationStart.self, once) == first)
        #expect(try await fixture.count("outbox") == 1)
        once.deviceName = DeviceName(rawValue: "another")
        try await phone.expectRefused(.requestIdReused, RegistrationStart.self, once)
    }

    @Test func `a device key with too many wrong codes in a row has to wait`() async throws {
        let fixture = try await AuthServiceFixture {
            $0.codeLimits = CodeLimits(inARow: 2)
            $0.sendLimits.perNumber = []
        }
        let phone = fixture.client()
        let (challenge, code) = try await phone.requestCode(fixture)
        let wrong = OTPVerify.Params(challengeId: challenge, code: try fixture.wrong(code))
        for _ in 0..<2 { try await phone.expectRefused(.codeWrong, OTPVerify.self, wrong) }
        try await phone.expectRefused(.codeWait, RegistrationStart.self, params(AuthTestClient.phone))
    }

    @Test func `a second code within a minute is refused with the time to wait`() async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await fixture.client().start(fixture)
        let fault = try #require(
            try await fixture.client().refusal(RegistrationStart.self, params(AuthTestClient.phone)))
        #expect((fault.name, fault.retryAfterMs) == ("sendLimit", 60_000))
    }

    private func params(_ phone: String, _ group: String = "fieldwork") -> RegistrationStart.Params {
        var params = RegistrationStart.example.params
        params.phone = phone
        params.group = GroupID(rawValue: group) ?? params.group
        return params
    }
}
