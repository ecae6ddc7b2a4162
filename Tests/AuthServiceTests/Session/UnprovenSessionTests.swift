import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import AuthService

/// A code alone shows its holder nothing of the account behind the number, which may be a former owner's.
@Suite struct `An unproven session` {
    /// A phone with an account in `clinic`, and a new device of whoever has its number now.
    private static func newDevice() async throws -> (
        fixture: AuthServiceFixture, owner: SessionGrant, phone: AuthTestClient, tablet: AuthTestClient
    ) {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), tablet = fixture.client("tablet")
        let owner = try await phone.register(fixture, group: "clinic")
        try await tablet.login(fixture)
        return (fixture, owner, phone, tablet)
    }

    private static func claims(_ token: AccessToken) throws -> JSON {
        let parts = token.reveal.split(separator: ".")
        return try JSON(parsing: #require(Base64URL.decode(String(parts[1]))))
    }

    @Test func `gets session, device, digits, scope and tokens, and no member more, at its login, refresh and status`()
        async throws
    {
        let (_, _, _, tablet) = try await Self.newDevice()
        let members: Set = [
            "sessionId", "deviceId", "accessToken", "refreshToken", "expiresAtMs", "scope", "digits",
        ]
        let login = try #require(tablet.session), refreshed = try await tablet.refresh()
        for grant in [login, refreshed] {
            #expect(Set(try WireEncoder().encode(grant).object?.map(\.key) ?? []) == members)
            #expect(grant.scope == [Open(.unproven)])
        }
        let status = try WireEncoder().encode(try await tablet.call(SessionStatus.self, Nothing()))
        #expect(Set(status.object?.map(\.key) ?? []) == ["sessionId", "deviceId", "scope", "digits"])
    }

    @Test func `has tokens that contain neither the account nor its role`() async throws {
        let fixture = try await AuthServiceFixture(), counter = fixture.client(), stranger = fixture.client()
        try await counter.becomeOperator(fixture, of: ["clinic"])
        let account = try #require(counter.session).account
        let grant = try await stranger.login(fixture, "+4915100000001").session
        let claims = try Self.claims(grant.accessToken)
        #expect(claims["role"] == "member")
        #expect(claims["sub"]?.string.flatMap(AccountID.init) != nil)
        #expect(claims["sub"]?.string != "\(account)")
        #expect(!claims.text.contains("\(account)"))
        let refresh = try #require(Base64URL.decode(grant.refreshToken.reveal))
        #expect(!refresh.indices.contains { refresh[$0...].starts(with: account.bytes) })
    }

    @Test func `has tokens that do not say how often the owner has logged out everywhere, which ends it all the same`()
        async throws
    {
        let (fixture, _, phone, _) = try await Self.newDevice()
        _ = try await phone.call(SessionLogoutEverywhere.self, .init())
        let tablet = fixture.client("tablet")
        fixture.clock.advance(by: .seconds(60))
        let grant = try await tablet.login(fixture).session
        #expect(try Self.claims(grant.accessToken)["tsv"] == "0")
        fixture.clock.advance(by: .seconds(60))
        try await phone.login(fixture)
        _ = try await phone.call(SessionLogoutEverywhere.self, .init())
        try await tablet.expectRefused(.loginRequired, SessionStatus.self, Nothing())
    }

    @Test func `has a pseudonym of its own, so that two logins cannot be linked`() async throws {
        let (fixture, owner, _, tablet) = try await Self.newDevice()
        let other = fixture.client()
        try await other.login(fixture)
        let subjects = try [tablet, other].map { try Self.claims(#require($0.session).accessToken)["sub"]?.string }
        #expect(Set(subjects).count == 2)
        #expect(!subjects.contains("\(owner.account)"))
    }

    @Test func `learns its account with the first grant and the first status after its admission`() async throws {
        let (_, owner, phone, tablet) = try await Self.newDevice()
        let unproven = try #require(tablet.session)
        _ = try await phone.call(
            SessionAdmit.self, .init(sessionId: unproven.sessionId, digits: try #require(unproven.digits)))
        let status = try await tablet.call(SessionStatus.self, Nothing())
        #expect((status.accountId, status.group) == (owner.accountId, owner.group))
        try await tablet.expectRefused(.newDeviceProofRequired, AccountMe.self, Nothing())
        let grant = try await tablet.refresh()
        #expect((grant.accountId, grant.group, grant.approval) == (owner.accountId, owner.group, .waitingForApproval))
        #expect(try Self.claims(grant.accessToken)["sub"]?.string == "\(owner.account)")
        try await tablet.expectSuccess(AccountMe.self, Nothing())
        #expect(try await tablet.refresh().accountId == owner.accountId)
    }

    @Test func `is not told that the account was deleted`() async throws {
        let (fixture, _, phone, tablet) = try await Self.newDevice()
        try await phone.deleteAccount(fixture)
        let spent = try #require(tablet.session).refreshToken
        try await tablet.expectRefused(.loginRequired, SessionStatus.self, Nothing())
        try await tablet.expectRefused(.loginRequired, SessionRefresh.self, .init(refreshToken: spent))
        try await phone.expectRefused(.accountDeleted, SessionStatus.self, Nothing())
    }

    @Test func `is introspected by its pseudonym or its account, and by no other subject`() async throws {
        let (fixture, owner, _, tablet) = try await Self.newDevice()
        let session = try #require(tablet.session).sessionId, key = fixture.auth.keys.hash.activeKey
        let pseudonym = fixture.auth.pseudonym(of: session, key)
        for subject in [owner.account, pseudonym] {
            let answer = try await fixture.asVault(
                TokenIntrospect.self, .init(accountId: subject, sessionId: session))
            #expect((answer.active, answer.level) == (true, Open(.unproven)))
        }
        for subject in [fixture.random.id(), fixture.auth.pseudonym(of: owner.sessionId, key)] as [AccountID] {
            let answer = try await fixture.asVault(
                TokenIntrospect.self, .init(accountId: subject, sessionId: session))
            #expect((answer.active, answer.ended) == (false, Open(.loginRequired)))
        }
    }
}
