import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import AuthService

/// A session that lacks an authentication step gets tokens for auth alone: no other service accepts them, not even one that
/// does not look at their scope.
@Suite struct `The audience of access tokens` {
    private static let auth: JSON = "auth"

    /// The claim `aud` of a client's present access token.
    private static func audience(_ client: AuthTestClient) throws -> JSON? {
        let token = try #require(client.session).accessToken.reveal
        return try JSON(parsing: #require(Base64URL.decode(String(token.split(separator: ".")[1]))))["aud"]
    }

    /// Expects a scope and, in the granted token and in that of each of two refreshes, auth as the only audience.
    private static func expectAuthAlone(_ client: AuthTestClient, scope: Scope) async throws {
        for _ in 0..<3 {
            #expect(try #require(client.session).scope == [Open(scope)])
            #expect(try audience(client) == auth)
            try await client.refresh()
        }
    }

    @Test func `of a device that is not admitted is auth alone, also after a refresh`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client("phone")
        try await phone.register(fixture)
        let tablet = fixture.client("tablet")
        try await tablet.login(fixture)
        try await Self.expectAuthAlone(tablet, scope: .unproven)
    }

    @Test func `of a session that waits for a PIN is auth alone, also after a refresh`() async throws {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }, phone = fixture.client("phone")
        try await fixture.createGroup()
        try await phone.register(fixture, group: AuthServiceFixture.withPIN)
        try await Self.expectAuthAlone(phone, scope: .pinRequired)
    }

    @Test func `of a session that waits for the second factor is auth alone, also after a refresh`() async throws {
        let (fixture, phone) = try await `secondFactor.enroll`.person()
        _ = try await phone.makeCodes()
        _ = try await phone.makeFactor(fixture)
        try await phone.login(fixture)
        try await Self.expectAuthAlone(phone, scope: .preTFA)
    }

    @Test func `of a session with every step is the vault too`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client("phone")
        try await phone.register(fixture)
        for _ in 0..<2 {
            #expect(try Self.audience(phone) == JSON.array(["auth", "vault"]))
            try await phone.refresh()
        }
    }
}
