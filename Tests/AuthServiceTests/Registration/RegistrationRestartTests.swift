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
        let house = try await AuthHouse(), phone = house.handset()
        let (old, code) = try await phone.start(house)
        house.clock.advance(by: .seconds(60))
        let answer = try await phone.call(RegistrationRestart.self, RegistrationRestart.example.params)
        #expect(answer.state == .startedRegistration)
        #expect(answer.challengeId != old)
        let late = RegistrationConfirm.Params(challengeId: old, code: code)
        #expect(try await phone.refused(RegistrationConfirm.self, late) == "codeExpired")
        let fresh = try await house.code(for: Handset.phone)
        _ = try await phone.call(RegistrationConfirm.self, .init(challengeId: answer.challengeId, code: fresh))
    }

    @Test func `without a start it is refused with both halves`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let fault = try #require(try await phone.refusal(RegistrationRestart.self, RegistrationRestart.example.params))
        #expect(fault.name == "flowError")
        #expect((fault.data["state"], fault.data["event"]) == ("INVALID", "RestartRegistration"))
    }

    @Test func `a new code gives no attempts in a row back`() async throws {
        let house = try await AuthHouse { $0.sends.number = [] }, phone = house.handset()
        var (challenge, code) = try await phone.start(house)
        for attempt in 1...10 {
            if attempt == 6 {
                challenge = try await phone.call(RegistrationRestart.self, .init(phone: Handset.phone)).challengeId
                code = try await house.code(for: Handset.phone)
            }
            let guess = RegistrationConfirm.Params(challengeId: challenge, code: try house.wrong(code))
            #expect(try await phone.refused(RegistrationConfirm.self, guess) == "codeWrong", "attempt \(attempt)")
        }
        let wait = try #require(try await phone.refusal(RegistrationRestart.self, .init(phone: Handset.phone)))
        #expect((wait.name, wait.retryAfterMs) == ("codeWait", 1_200_000))
    }

    @Test func `within a minute of the last code it has to wait`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        _ = try await phone.start(house)
        #expect(try await phone.refused(RegistrationRestart.self, .init(phone: Handset.phone)) == "sendLimit")
    }

    @Test func `a repeated request gives the first answer`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        _ = try await phone.start(house)
        house.clock.advance(by: .seconds(60))
        var once = RegistrationRestart.Params(phone: Handset.phone, requestId: house.random.id())
        let first = try await phone.call(RegistrationRestart.self, once)
        #expect(try await phone.call(RegistrationRestart.self, once) == first)
        once.phone = "+4915112345679"
        #expect(try await phone.refused(RegistrationRestart.self, once) == "requestIdReused")
    }
}
