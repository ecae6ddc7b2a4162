import AuthService
import AuthStore
import Contracts
import JSONRPC
import Primitives
import Support
import Testing

/// SECURITY.md, I7, I9, I12 and I24, over one instance and its whole router.
@Suite struct `Races for sessions` {
    @Test func `sixty-four parallel refreshes give one successor`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        let params = SessionRefresh.Params(refreshToken: grant.refreshToken)
        let tokens = try await house.parallel(64) { _ in try await phone.call(SessionRefresh.self, params).refreshToken
        }
        #expect(Set(tokens).count == 1)
        phone.session?.refreshToken = tokens[0]
        try await phone.refresh()
    }

    @Test func `after a log-out everywhere returns no token of a racing refresh works`() async throws {
        let house = try await AuthHouse { $0.sends = .init(number: [], address: [], block: []) }
        let phone = house.handset()
        try await phone.register(house)
        for _ in 0..<20 {
            let grant = try await phone.login(house).session
            let params = SessionRefresh.Params(refreshToken: grant.refreshToken)
            async let ended = phone.refused(SessionLogoutEverywhere.self, .init())
            async let raced = house.parallel(8) { _ in
                try? await phone.call(SessionRefresh.self, params)
            }
            let (outcome, grants) = try await (ended, raced)
            #expect(outcome == "")
            for token in grants.compactMap({ $0?.accessToken }) + [grant.accessToken] {
                #expect(try await phone.refused(SessionStatus.self, Nothing(), token: token) == "sessionRevoked")
            }
        }
    }

    @Test func `where one device is allowed two that come in at once are never both in`() async throws {
        let house = try await AuthHouse { $0.sends = .init(number: [], address: [], block: []) }
        let phone = house.handset(), tablet = house.handset()
        try await phone.register(house, group: "clinic")
        try await tablet.login(house)
        try await phone.admit(tablet)
        for _ in 0..<10 {
            let (first, firstCode) = try await phone.requestCode(house)
            let (second, secondCode) = try await tablet.requestCode(house)
            async let one = phone.call(OTPVerify.self, .init(challengeId: first, code: firstCode))
            async let two = tablet.call(OTPVerify.self, .init(challengeId: second, code: secondCode))
            let grants = try await [one.session, two.session]
            let alive = try await house.count("session", where: "ended IS NULL")
            #expect(alive == 1)
            #expect(grants.count == 2)
        }
    }

    @Test func `a login that races with a deletion leaves nobody behind`() async throws {
        let house = try await AuthHouse { $0.sends = .init(number: [], address: [], block: []) }
        for _ in 0..<10 {
            let phone = house.handset(), tablet = house.handset()
            try await phone.register(house)
            let (challenge, code) = try await phone.requestCode(house, .deleteAccount)
            let (login, other) = try await tablet.requestCode(house)
            async let gone = phone.refused(AccountDelete.self, .init(challengeId: challenge, code: code))
            async let late = tablet.refused(OTPVerify.self, .init(challengeId: login, code: other))
            _ = try await (gone, late)
            #expect(try await house.count("account") == 0)
            #expect(try await house.count("session") == 0)
            #expect(try await house.count("device") == 0)
        }
    }
}
