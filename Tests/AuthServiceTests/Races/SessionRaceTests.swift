import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

/// Parallel calls through the router of one instance.
@Suite struct `Parallel calls with sessions` {
    @Test func `sixty-four parallel refreshes give one successor`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        let params = SessionRefresh.Params(refreshToken: grant.refreshToken, requestId: fixture.random.id())
        let tokens = try await fixture.parallel(64) { _ in
            try await phone.call(SessionRefresh.self, params).refreshToken
        }
        #expect(Set(tokens).count == 1)
        phone.session?.refreshToken = tokens[0]
        try await phone.refresh()
    }

    @Test func `of sixty-four parallel refreshes with different ids one succeeds, and the others are superseded`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        let outcomes = try await fixture.parallel(64) { _ -> String in
            let params = SessionRefresh.Params(refreshToken: grant.refreshToken, requestId: fixture.random.id())
            do {
                phone.session = try await phone.call(SessionRefresh.self, params)
                return "ok"
            } catch let fault as RemoteFault {
                return fault.name
            }
        }
        #expect(outcomes.count { $0 == "ok" } == 1)
        #expect(outcomes.count { $0 == "refreshSuperseded" } == 63)
        try await phone.refresh()
    }

    @Test(.requirement("T6")) func `once logoutEverywhere has returned, no token of a parallel refresh is valid`()
        async throws
    {
        let fixture = try await AuthServiceFixture {
            $0.sendLimits = .init(perNumber: [], perAddress: [], perBlock: [])
        }
        let phone = fixture.client()
        try await phone.register(fixture)
        for _ in 0..<20 {
            let grant = try await phone.login(fixture).session
            let params = SessionRefresh.Params(refreshToken: grant.refreshToken)
            async let ended = phone.refusal(SessionLogoutEverywhere.self, .init())
            async let raced = fixture.parallel(8) { _ in
                try? await phone.call(SessionRefresh.self, params)
            }
            let (outcome, grants) = try await (ended, raced)
            #expect(outcome == nil)
            for token in grants.compactMap({ $0?.accessToken }) + [grant.accessToken] {
                try await phone.expectRefused(.sessionRevoked, SessionStatus.self, Nothing(), token: token)
            }
        }
    }

    @Test func `in a group that allows one device, two parallel logins leave one live session`() async throws {
        let fixture = try await AuthServiceFixture {
            $0.sendLimits = .init(perNumber: [], perAddress: [], perBlock: [])
        }
        let phone = fixture.client(), tablet = fixture.client()
        try await phone.register(fixture, group: "clinic")
        try await tablet.login(fixture)
        try await phone.admit(tablet)
        for _ in 0..<10 {
            let (first, firstCode) = try await phone.requestCode(fixture)
            let (second, secondCode) = try await tablet.requestCode(fixture)
            async let one = phone.call(OTPVerify.self, .init(challengeId: first, code: firstCode))
            async let two = tablet.call(OTPVerify.self, .init(challengeId: second, code: secondCode))
            let grants = try await [one.session, two.session]
            let alive = try await fixture.count("session", where: "ended IS NULL")
            #expect(alive == 1)
            #expect(grants.count == 2)
        }
    }

    @Test(.requirement("D3")) func `a login parallel to a deletion leaves no rows`() async throws {
        let fixture = try await AuthServiceFixture {
            $0.sendLimits = .init(perNumber: [], perAddress: [], perBlock: [])
        }
        for _ in 0..<10 {
            let phone = fixture.client(), tablet = fixture.client()
            try await phone.register(fixture)
            let (challenge, code) = try await phone.requestCode(fixture, .deleteAccount)
            let (login, other) = try await tablet.requestCode(fixture)
            async let gone = phone.refusal(AccountDelete.self, .init(challengeId: challenge, code: code))
            async let late = tablet.refusal(OTPVerify.self, .init(challengeId: login, code: other))
            _ = try await (gone, late)
            #expect(try await fixture.count("account") == 0)
            #expect(try await fixture.count("session") == 0)
            #expect(try await fixture.count("device") == 0)
        }
    }
}
