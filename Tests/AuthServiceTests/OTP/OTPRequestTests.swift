import AuthService
import AuthStore
import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `otp.request` {
    @Test func `plays its example: a code goes out, good for five minutes`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let (params, example) = OTPRequest.example
        let answer = try await phone.call(OTPRequest.self, params)
        #expect(answer.resendAfterMs == example.resendAfterMs)
        #expect(answer.expiresAtMs == house.clock.now + .seconds(300))
        #expect(answer.challengeId != example.challengeId)
        _ = try await house.code(for: params.phone)
    }

    @Test func `known, unknown and blocked numbers are answered alike and all get a message`() async throws {
        let house = try await AuthHouse(), owner = house.handset(), stranger = house.handset()
        let grant = try await owner.register(house)
        let blocked = try await house.handset().register(house, "+33612345678")
        _ = try await house.store.block(blocked.accountId, at: house.clock.now)
        let before = house.inbox.messages.count
        var answers: [OTPRequest.Answer] = []
        for phone in [Handset.phone, "+33612345678", "+447700900123"] {
            answers.append(try await stranger.call(OTPRequest.self, .init(phone: phone, purpose: .login)))
            _ = try await house.code(for: phone)
        }
        #expect(Set(answers.map(\.expiresAtMs)).count == 1)
        #expect(house.inbox.messages.count == before + 3)
        #expect(grant.scope == ["account"])
    }

    @Test func `a registration's codes do not come from here`() async throws {
        let house = try await AuthHouse()
        let params = OTPRequest.Params(phone: Handset.phone, purpose: .registration)
        let fault = try #require(try await house.handset().refusal(OTPRequest.self, params))
        #expect((fault.name, fault.data["field"]) == ("invalidParams", "purpose"))
    }

    @Test func `codes to other countries, and too many codes, are refused`() async throws {
        let house = try await AuthHouse { $0.countries = ["49"] }, phone = house.handset()
        let abroad = OTPRequest.Params(phone: "+33612345678", purpose: .login)
        #expect(try await phone.refused(OTPRequest.self, abroad) == "destinationRefused")
        _ = try await phone.requestCode(house)
        let again = OTPRequest.Params(phone: Handset.phone, purpose: .login)
        #expect(try await phone.refused(OTPRequest.self, again) == "sendLimit")
    }

    @Test func `after ten wrong codes in a row none is sent for twenty minutes`() async throws {
        let house = try await AuthHouse { $0.sends.number = [] }, phone = house.handset()
        for _ in 0..<2 {
            let (challenge, code) = try await phone.requestCode(house)
            let wrong = OTPVerify.Params(challengeId: challenge, code: try house.wrong(code))
            for _ in 0..<5 { #expect(try await phone.refused(OTPVerify.self, wrong) == "codeWrong") }
        }
        let request = OTPRequest.Params(phone: Handset.phone, purpose: .login)
        #expect(try await phone.refused(OTPRequest.self, request) == "codeWait")
        #expect(try await house.handset().refused(OTPRequest.self, request) == "")
    }

    @Test func `a listed test number has its fixed code until its day, and no message`() async throws {
        let until = Instant(ms: 1_750_000_000_000) + .hours(1)
        let house = try await AuthHouse {
            guard let phone = E164(parsing: Handset.phone), let code = OneTimeCode("000000") else { return }
            $0.testNumbers = [.init(phone: phone, code: code, until: until)]
        }
        let phone = house.handset()
        let code = try #require(OneTimeCode("000000"))
        let first = try await phone.call(OTPRequest.self, .init(phone: Handset.phone, purpose: .login))
        #expect(
            try await phone.refused(OTPVerify.self, .init(challengeId: first.challengeId, code: code))
                == "notRegistered")
        #expect(try await house.count("outbox") == 0)
        house.clock.set(until)
        let later = try await phone.call(OTPRequest.self, .init(phone: Handset.phone, purpose: .login))
        #expect(try await house.count("outbox") == 1)
        #expect(
            try await phone.refused(OTPVerify.self, .init(challengeId: later.challengeId, code: code)) == "codeWrong")
    }

    @Test func `a repeated request sends one message`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        var once = OTPRequest.Params(phone: Handset.phone, purpose: .login, requestId: house.random.id())
        let first = try await phone.call(OTPRequest.self, once)
        #expect(try await phone.call(OTPRequest.self, once) == first)
        #expect(try await house.count("outbox") == 1)
        once.purpose = .deleteAccount
        #expect(try await phone.refused(OTPRequest.self, once) == "requestIdReused")
    }
}
