import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import Tokens

@testable import AuthService

@Suite struct `session.delegate` {
    private static let shop = SessionDelegate.example.params.audience

    private static func person() async throws -> (fixture: AuthServiceFixture, phone: AuthTestClient) {
        let fixture = try await AuthServiceFixture { $0.delegateAudiences = [shop, "clinic"] },
            phone = fixture.client("phone")
        try await phone.register(fixture)
        return (fixture, phone)
    }

    private static func claims(_ token: AccessToken) throws -> JSON {
        try JSON(parsing: #require(Base64URL.decode(String(token.reveal.split(separator: ".")[1]))))
    }

    @Test func `plays its example: the token names the person to that service alone, for 300 s`() async throws {
        let (fixture, phone) = try await Self.person(), session = try #require(phone.session)
        let answer = try await phone.call(SessionDelegate.self, .init(audience: Self.shop))
        let claims = try Self.claims(answer.accessToken)
        #expect(claims["aud"]?.string == Self.shop && claims["scope"] == "identify")
        #expect(claims["sub"]?.string == "\(session.account)" && claims["sid"]?.string == "\(session.sessionId)")
        #expect(answer.expiresAtMs == fixture.clock.now + .seconds(300))
        let caller = try fixture.auth.tokens.verify(answer.accessToken, audience: Self.shop, now: fixture.clock.now)
        #expect(caller.scope == [.identify])
    }

    @Test func `neither auth, the vault nor another service takes it`() async throws {
        let (fixture, phone) = try await Self.person()
        let token = try await phone.call(SessionDelegate.self, .init(audience: Self.shop)).accessToken
        try await phone.expectRefused(.loginRequired, AccountMe.self, Nothing(), token: token)
        for audience in ["auth", "vault", "clinic"] {
            #expect(throws: TokenFault.self) {
                try fixture.auth.tokens.verify(token, audience: audience, now: fixture.clock.now)
            }
        }
    }

    @Test func `with scopes, it is for the vault alone, has these scopes and names the service`() async throws {
        let (fixture, phone) = try await Self.person()
        let token = try await phone.call(
            SessionDelegate.self, .init(audience: Self.shop, scopes: [.secretsCodes, .secretsWrite])
        ).accessToken
        let claims = try Self.claims(token)
        #expect(claims["aud"] == "vault" && claims["azp"]?.string == Self.shop)
        #expect(claims["scope"] == "secrets.codes secrets.write")
        _ = try fixture.auth.tokens.verify(token, audience: "vault", now: fixture.clock.now)
        try await phone.expectRefused(.loginRequired, AccountMe.self, Nothing(), token: token)
        try await phone.expectRefused(
            .loginRequired, SessionDelegate.self, .init(audience: Self.shop, scopes: [.secretsCodes]), token: token)
        #expect(throws: TokenFault.self) {
            try fixture.auth.tokens.verify(token, audience: Self.shop, now: fixture.clock.now)
        }
    }

    @Test(arguments: [[], [Scope.sync], [.secretsRead, .account], [.identify]] as [[Scope]])
    func `no scope is given but those of backends`(scopes: [Scope]) async throws {
        let (_, phone) = try await Self.person()
        try await phone.expectRefused(.invalidParams, SessionDelegate.self, .init(audience: Self.shop, scopes: scopes))
        try await phone.expectRefused(
            .audienceUnknown, SessionDelegate.self, .init(audience: "vault", scopes: [.secretsRead]))
    }

    @Test(arguments: ["auth", "vault", "https://other.example", "https://SHOP.example"])
    func `a service that the administrator has not named gets none`(audience: String) async throws {
        let (_, phone) = try await Self.person()
        try await phone.expectRefused(.audienceUnknown, SessionDelegate.self, .init(audience: audience))
    }

    @Test func `a session that is not full gets none`() async throws {
        let (fixture, _) = try await Self.person(), new = fixture.client("new")
        try await new.login(fixture)
        try await new.expectRefused(.newDeviceProofRequired, SessionDelegate.self, .init(audience: Self.shop))
    }
}
