import AuthService
import AuthStore
import Contracts
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `account.delete` {
    @Test func `plays its example: unusable at once, the vault told, the number free`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), tablet = house.handset()
        let grant = try await phone.register(house)
        try await tablet.login(house)
        let (challenge, code) = try await phone.requestCode(house, .deleteAccount)
        var params = AccountDelete.example.params
        (params.challengeId, params.code) = (challenge, code)
        _ = try await phone.call(AccountDelete.self, params)
        for device in [phone, tablet] {
            #expect(try await device.refused(SessionStatus.self, Nothing()) == "accountDeleted")
            let spent = SessionRefresh.Params(refreshToken: try #require(device.session).refreshToken)
            #expect(try await device.refused(SessionRefresh.self, spent) == "accountDeleted")
        }
        try await house.auth.sendDue(courier: house.inbox.courier, purger: house.inbox.purger)
        #expect(house.inbox.purges == [grant.accountId])
        house.clock.advance(by: .seconds(61))
        let again = try await phone.register(house)
        #expect(again.accountId != grant.accountId)
    }

    @Test func `the vault is told until it acknowledges`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        let (challenge, code) = try await phone.requestCode(house, .deleteAccount)
        _ = try await phone.call(AccountDelete.self, .init(challengeId: challenge, code: code))
        house.inbox.answer(.notNow, .unknown, .never)
        for _ in 0..<4 {
            try await house.auth.sendDue(courier: house.inbox.courier, purger: house.inbox.purger)
            house.clock.advance(by: .minutes(1))
        }
        try await house.auth.sendDue(courier: house.inbox.courier, purger: house.inbox.purger)
        #expect(house.inbox.purges == Array(repeating: grant.accountId, count: 4))
    }

    @Test func `a login's code deletes nothing, and a wrong one counts`() async throws {
        let house = try await AuthHouse { $0.sends.number = [] }, phone = house.handset()
        try await phone.register(house)
        let (login, code) = try await phone.requestCode(house)
        #expect(try await phone.refused(AccountDelete.self, .init(challengeId: login, code: code)) == "codeExpired")
        let (challenge, right) = try await phone.requestCode(house, .deleteAccount)
        let wrong = AccountDelete.Params(challengeId: challenge, code: try house.wrong(right))
        for _ in 0..<5 { #expect(try await phone.refused(AccountDelete.self, wrong) == "codeWrong") }
        let late = AccountDelete.Params(challengeId: challenge, code: right)
        #expect(try await phone.refused(AccountDelete.self, late) == "tooManyAttempts")
        #expect(try await phone.refused(AccountMe.self, Nothing()) == "")
    }

    @Test func `a code sent to another number deletes nothing`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        let (challenge, code) = try await phone.requestCode(house, to: "+33612345678", .deleteAccount)
        #expect(try await phone.refused(AccountDelete.self, .init(challengeId: challenge, code: code)) == "codeExpired")
    }

    @Test func `guesses make the device wait here too`() async throws {
        let house = try await AuthHouse { $0.codes = CodeLimits(inARow: 2) }, phone = house.handset()
        try await phone.register(house)
        let (challenge, code) = try await phone.requestCode(house, .deleteAccount)
        let wrong = AccountDelete.Params(challengeId: challenge, code: try house.wrong(code))
        for _ in 0..<2 { #expect(try await phone.refused(AccountDelete.self, wrong) == "codeWrong") }
        #expect(try await phone.refused(AccountDelete.self, wrong) == "codeWait")
    }
}
