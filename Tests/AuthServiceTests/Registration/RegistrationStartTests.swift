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
    @Test func `plays its example: a code goes out and the state is STARTED_REGISTRATION`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let (params, example) = RegistrationStart.example
        let answer = try await phone.call(RegistrationStart.self, params)
        #expect(answer.state == example.state)
        #expect(answer.resendAfterMs == example.resendAfterMs)
        #expect(answer.challengeId != example.challengeId)
        #expect(answer.expiresAtMs == house.clock.now + .seconds(300))
        let code = try await house.code(for: params.phone)
        #expect(house.inbox.messages.map(\.text).last?.hasSuffix("\n@auth.test #\(code.reveal)") == true)
    }

    @Test func `a number with an account gets the same answer as one without`() async throws {
        let house = try await AuthHouse(), owner = house.handset(), stranger = house.handset()
        try await owner.register(house)
        let known = try await stranger.call(RegistrationStart.self, params(Handset.phone))
        let unknown = try await stranger.call(RegistrationStart.self, params("+33612345678"))
        #expect((known.state, known.expiresAtMs) == (unknown.state, unknown.expiresAtMs))
        #expect(known.resendAfterMs == unknown.resendAfterMs)
    }

    @Test func `starting twice on one device is refused with both halves, on two devices it is not`() async throws {
        let house = try await AuthHouse { $0.sends.number = [] }
        let phone = house.handset(), tablet = house.handset()
        _ = try await phone.start(house)
        let fault = try #require(try await phone.refusal(RegistrationStart.self, params(Handset.phone)))
        #expect(fault.name == "flowError")
        #expect(fault.data["state"] == "STARTED_REGISTRATION")
        #expect(fault.data["event"] == "StartRegistration")
        _ = try await tablet.start(house)
    }

    @Test func `a registered person's own device learns that it is registered`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        let fault = try #require(try await phone.refusal(RegistrationStart.self, params(Handset.phone)))
        #expect(fault.data["state"] == "REGISTERED")
    }

    @Test func `a stranger's start neither ends the owner's code nor squats the number`() async throws {
        let house = try await AuthHouse { $0.sends.number = [] }
        let owner = house.handset(), stranger = house.handset()
        let (challenge, code) = try await owner.start(house)
        _ = try await stranger.start(house)
        let answer = try await owner.call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        #expect(answer.session.scope == ["account"])
    }

    @Test(arguments: ["nowhere", "demo"]) func `a group nobody may choose is unknown`(group: String) async throws {
        let house = try await AuthHouse(), phone = house.handset()
        #expect(try await phone.refused(RegistrationStart.self, params(Handset.phone, group)) == "groupUnknown")
    }

    @Test func `in a demonstration the group without codes leads to ACTIVATED, and nothing is sent`() async throws {
        let house = try await AuthHouse { $0.isDemo = true }
        let answer = try await house.handset().call(RegistrationStart.self, params(Handset.phone, "demo"))
        #expect(answer.state == .activated)
        try await house.auth.sendDue(courier: house.inbox.courier, purger: house.inbox.purger)
        #expect(house.inbox.messages.isEmpty)
    }

    @Test func `a number that is none, and one of another country, are refused`() async throws {
        let house = try await AuthHouse { $0.countries = ["49"] }, phone = house.handset()
        let none = try #require(try await phone.refusal(RegistrationStart.self, params("01511234567")))
        #expect((none.name, none.data["field"]) == ("invalidParams", "phone"))
        #expect(try await phone.refused(RegistrationStart.self, params("+33612345678")) == "destinationRefused")
    }

    @Test func `a repeated request gives the first answer, with other content it is refused`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        var once = params(Handset.phone)
        once.requestId = house.random.id()
        let first = try await phone.call(RegistrationStart.self, once)
        #expect(try await phone.call(RegistrationStart.self, once) == first)
        #expect(try await house.count("outbox") == 1)
        once.deviceName = "another"
        #expect(try await phone.refused(RegistrationStart.self, once) == "requestIdReused")
    }

    @Test func `a device key that guessed wrong too often waits here too`() async throws {
        let house = try await AuthHouse {
            $0.codes = CodeLimits(inARow: 2)
            $0.sends.number = []
        }
        let phone = house.handset()
        let (challenge, code) = try await phone.requestCode(house)
        let wrong = OTPVerify.Params(challengeId: challenge, code: try house.wrong(code))
        for _ in 0..<2 { #expect(try await phone.refused(OTPVerify.self, wrong) == "codeWrong") }
        #expect(try await phone.refused(RegistrationStart.self, params(Handset.phone)) == "codeWait")
    }

    @Test func `a second code within a minute has to wait, and says how long`() async throws {
        let house = try await AuthHouse()
        _ = try await house.handset().start(house)
        let fault = try #require(
            try await house.handset().refusal(RegistrationStart.self, params(Handset.phone)))
        #expect((fault.name, fault.retryAfterMs) == ("sendLimit", 60_000))
    }

    private func params(_ phone: String, _ group: String = "fieldwork") -> RegistrationStart.Params {
        var params = RegistrationStart.example.params
        params.phone = phone
        params.group = GroupID(rawValue: group) ?? params.group
        return params
    }
}
