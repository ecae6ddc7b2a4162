import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@Suite struct `registration.confirm` {
    @Test func `plays its example: the right code makes the account and opens its session`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let (challenge, code) = try await phone.start(house)
        var (params, example) = RegistrationConfirm.example
        (params.challengeId, params.code) = (challenge, code)
        let answer = try await phone.call(RegistrationConfirm.self, params)
        #expect(answer.state == example.state)
        #expect(answer.next == nil)
        #expect(answer.session.scope == example.session.scope)
        #expect(answer.session.approval == example.session.approval)
        #expect(answer.session.accountId != example.session.accountId)
        phone.session = answer.session
        #expect(try await phone.call(AccountMe.self, Nothing()).phone == Handset.phone)
    }

    @Test func `a wrong code counts and says how many are left, and the sixth is one too many`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let (challenge, code) = try await phone.start(house)
        let wrong = RegistrationConfirm.Params(challengeId: challenge, code: try house.wrong(code))
        for left in [4, 3, 2, 1, 0] {
            let fault = try #require(try await phone.refusal(RegistrationConfirm.self, wrong))
            #expect(fault.name == "codeWrong")
            #expect(fault.data["attemptsLeft"]?.number?.int64 == Int64(left))
        }
        let right = RegistrationConfirm.Params(challengeId: challenge, code: code)
        #expect(try await phone.refused(RegistrationConfirm.self, right) == "tooManyAttempts")
    }

    @Test func `from ACTIVATED no code is needed`() async throws {
        let house = try await AuthHouse { $0.isDemo = true }, phone = house.handset()
        let start = try await phone.call(RegistrationStart.self, .init(phone: Handset.phone, group: try group("demo")))
        let answer = try await phone.call(RegistrationConfirm.self, .init(challengeId: start.challengeId))
        #expect(answer.state == .registered)
        #expect(answer.session.approval == .approvedForSyncing)
        #expect(answer.session.scope == ["account", "sync"])
    }

    @Test func `a group without codes opens nobody's account who belongs to one with codes`() async throws {
        let house = try await AuthHouse { $0.isDemo = true }, owner = house.handset(), stranger = house.handset()
        try await owner.register(house)
        let start = try await stranger.call(
            RegistrationStart.self, .init(phone: Handset.phone, group: try group("demo")))
        let fault = try #require(
            try await stranger.refusal(RegistrationConfirm.self, .init(challengeId: start.challengeId)))
        #expect((fault.name, fault.data["state"]) == ("flowError", "ACTIVATED"))
        #expect(try await house.count("session") == 1)
    }

    @Test func `where the number has an account it is a login on a new device`() async throws {
        let house = try await AuthHouse(), owner = house.handset(), other = house.handset()
        let first = try await owner.register(house)
        let (challenge, code) = try await other.start(house)
        let answer = try await other.call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        #expect(answer.session.accountId == first.accountId)
        #expect(answer.session.scope == ["unproven"])
        #expect(answer.next == "admit")
        #expect(try await owner.refused(SessionStatus.self, Nothing()) == "")
    }

    @Test func `a blocked person registers again and has to prove themselves`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let first = try await phone.register(house, group: "home")
        #expect(try await house.store.block(first.accountId, at: house.clock.now))
        #expect(try await phone.refused(SessionStatus.self, Nothing()) == "blocked")
        let (challenge, code) = try await phone.start(house)
        #expect(try await phone.refused(SessionStatus.self, Nothing()) == "blocked")
        let answer = try await phone.call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        #expect(answer.session.accountId == first.accountId)
        #expect(answer.session.scope == ["unproven"])
        #expect(answer.session.approval == .waitingForApproval)
        #expect(try await phone.refused(SessionStatus.self, Nothing(), token: first.accessToken) == "loginRequired")
    }

    @Test func `nothing started, and confirming twice, are refused with both halves`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let nothing = try #require(
            try await phone.refusal(RegistrationConfirm.self, RegistrationConfirm.example.params))
        #expect((nothing.data["state"], nothing.data["event"]) == ("INVALID", "ConfirmRegistration"))
        let (challenge, code) = try await phone.start(house)
        let params = RegistrationConfirm.Params(challengeId: challenge, code: code)
        _ = try await phone.call(RegistrationConfirm.self, params)
        let again = try #require(try await phone.refusal(RegistrationConfirm.self, params))
        #expect((again.name, again.data["state"]) == ("flowError", "REGISTERED"))
    }

    @Test func `another device key cannot confirm what this one started`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), thief = house.handset()
        let (challenge, code) = try await phone.start(house)
        let params = RegistrationConfirm.Params(challengeId: challenge, code: code)
        #expect(try await thief.refused(RegistrationConfirm.self, params) == "flowError")
    }

    @Test func `a lost answer is given again for ten minutes, from the rows`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let (challenge, code) = try await phone.start(house)
        var params = RegistrationConfirm.Params(challengeId: challenge, code: code, requestId: house.random.id())
        let first = try await phone.call(RegistrationConfirm.self, params)
        let again = try await phone.call(RegistrationConfirm.self, params)
        #expect(again.session.refreshToken == first.session.refreshToken)
        #expect(again.session.sessionId == first.session.sessionId)
        #expect(try await house.count("session") == 1)
        house.clock.advance(by: .minutes(10))
        #expect(try await phone.refused(RegistrationConfirm.self, params) == "codeExpired")
        params.code = try house.wrong(code)
        #expect(try await phone.refused(RegistrationConfirm.self, params) == "requestIdReused")
    }

    @Test func `the twenty minutes apply here too`() async throws {
        let house = try await AuthHouse { $0.codes = CodeLimits(perChallenge: 5, inARow: 2) }, phone = house.handset()
        let (challenge, code) = try await phone.start(house)
        let wrong = RegistrationConfirm.Params(challengeId: challenge, code: try house.wrong(code))
        for _ in 0..<2 { #expect(try await phone.refused(RegistrationConfirm.self, wrong) == "codeWrong") }
        #expect(try await phone.refused(RegistrationConfirm.self, wrong) == "codeWait")
    }

    private func group(_ name: String) throws -> GroupID {
        guard let group = GroupID(rawValue: name) else { throw Stuck(name) }
        return group
    }
}
