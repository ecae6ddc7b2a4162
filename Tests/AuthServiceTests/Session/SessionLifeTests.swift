import Contracts
import Cryptography
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthService

/// How long a session lives, and what its refresh token is made of.
@Suite struct `A session and its refresh token` {
    private static func registered(
        _ configure: (inout AuthSettings) -> Void = { _ in }
    ) async throws -> (fixture: AuthServiceFixture, phone: AuthTestClient, opened: Instant) {
        let fixture = try await AuthServiceFixture(configure), phone = fixture.client(), opened = fixture.clock.now
        try await phone.register(fixture)
        return (fixture, phone, opened)
    }

    /// Lives and idle limits: those of the default settings, and those of authenticator assurance level 2.
    static let lives: [(life: Duration, idle: Duration, pause: Duration)] = [
        (.days(30), .days(14), .days(13)), (.hours(24), .hours(1), .minutes(58)),
    ]

    private static func set(_ life: Duration, _ idle: Duration) -> (inout AuthSettings) -> Void {
        { settings in
            // The default settings are tested as they are.
            guard life != .days(30) else { return }
            (settings.sessionLifetime, settings.sessionIdleTimeout) = (life, idle)
        }
    }

    @Test(.requirement("T4"), arguments: lives)
    func `ends after its life, however often it is refreshed, and not a millisecond before`(
        life: Duration, idle: Duration, pause: Duration
    ) async throws {
        let (fixture, phone, opened) = try await Self.registered(Self.set(life, idle))
        while fixture.clock.now + pause < opened + life {
            fixture.clock.advance(by: pause)
            try await phone.refresh()
        }
        fixture.clock.set(opened + life - .milliseconds(1))
        try await phone.refresh()
        fixture.clock.advance(by: .milliseconds(1))
        try await phone.expectRefused(
            .sessionExpired, SessionRefresh.self, .init(refreshToken: try #require(phone.session).refreshToken))
        try await phone.expectRefused(.sessionExpired, SessionStatus.self, Nothing())
    }

    @Test(.requirement("T4"), arguments: lives)
    func `ends when it was unused for the idle limit, and not a millisecond before`(
        life: Duration, idle: Duration, pause: Duration
    ) async throws {
        let (fixture, phone, _) = try await Self.registered(Self.set(life, idle))
        for (unused, isLive) in [(idle - .milliseconds(1), true), (idle, false)] {
            try await phone.refresh()
            fixture.clock.advance(by: unused)
            let fault = try await phone.refusal(
                SessionRefresh.self,
                .init(refreshToken: try #require(phone.session).refreshToken, requestId: fixture.random.id()))
            #expect(fault?.name == (isLive ? nil : "sessionExpired"))
            if isLive { try await phone.login(fixture) }
        }
    }

    @Test(.requirement("T4")) func `has 32 bytes that nobody can compute without the key`() async throws {
        let random = SeededRandom(seed: 5).random, keys: [Key256] = [.generate(random), .generate(random)]
        let session: SessionID = random.id(), subject: AccountID = random.id(), family: FamilyID = random.id()
        let request: RequestID = random.id()
        let first = keys.map {
            RefreshTokens(key: $0).first(subject: subject, session: session, family: family, request: request)
        }
        let next = keys.map {
            RefreshTokens(key: $0).successor(of: first[0], subject: subject, family: family, request: request)
        }
        let older = keys.map {
            RefreshTokens(key: $0).successor(of: first[0], subject: subject, family: family, request: nil)
        }
        for pair in [first, next, older] {
            #expect(pair.allSatisfy { $0.secret.count == 32 })
            // Of 32 random bytes about one is equal in eight pairs; half of the bytes would be a constant.
            #expect(zip(pair[0].secret, pair[1].secret).count { $0 == $1 } < 4)
        }
        var parts: [Int: Set<[UInt8]>] = [:], token = first[0]
        for _ in 0..<100 {
            for part in 0..<8 { parts[part, default: []].insert(Array(token.secret[part * 4..<part * 4 + 4])) }
            token = RefreshTokens(key: keys[0]).successor(
                of: token, subject: subject, family: family, request: random.id())
        }
        #expect(parts.values.allSatisfy { $0.count == 100 }, "no part of the secret is constant")
    }

    @Test(.requirement("T4")) func `is stored as a keyed hash, and as nothing that can be computed from it alone`()
        async throws
    {
        let (fixture, phone, _) = try await Self.registered()
        let spent = try #require(phone.session).refreshToken, live = try await phone.refresh().refreshToken
        var values: [SQLValue] = []
        for table in try await fixture.database.tables() {
            values += try await fixture.database.read { try $0.run(Statement("SELECT * FROM \(table)")) }
                .flatMap(\.values)
        }
        let key = fixture.auth.keys.hash.activeKey
        for token in [spent, live] {
            let content = try #require(RefreshTokens.decode(token))
            #expect(values.contains(.bytes(RefreshTokens(key: key).hash(content))))
            #expect(
                RefreshTokens(key: key).hash(content) != RefreshTokens(key: .generate(fixture.random)).hash(content))
            let text = Array(token.reveal.utf8)
            for secret in [content.secret, content.bytes, text] {
                for hidden in [secret, SHA256.hash(secret)] {
                    #expect(!values.contains { $0.contains(hidden) })
                }
            }
        }
    }

    @Test(.requirement("T4")) func `is refused to another device key, and goes on`() async throws {
        let (fixture, phone, _) = try await Self.registered(), thief = fixture.client("thief")
        let live = SessionRefresh.Params(
            refreshToken: try #require(phone.session).refreshToken, requestId: fixture.random.id())
        try await thief.expectRefused(.loginRequired, SessionRefresh.self, live)
        try await phone.refresh()
        try await phone.expectSuccess(SessionStatus.self, Nothing())
    }
}
