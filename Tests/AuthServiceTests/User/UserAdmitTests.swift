import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `user.admit` {
    /// A person whose tablet waits to be admitted.
    private static func waiting(
        _ fixture: AuthServiceFixture, _ tablet: AuthTestClient
    ) async throws -> UserAdmit.Params {
        try await fixture.client().register(fixture)
        let session = try await tablet.login(fixture).session
        var params = UserAdmit.example.params
        (params.phone, params.sessionId) = (AuthTestClient.phone, session.sessionId)
        params.digits = try #require(session.digits)
        return params
    }

    @Test func `plays its example: a person who has lost the only phone gets in on another device`() async throws {
        let fixture = try await AuthServiceFixture(), tablet = fixture.client()
        var params = try await Self.waiting(fixture, tablet)
        params.reason = "lost the phone, came with a passport"
        _ = try await fixture.callAsAdministrator(UserAdmit.self, params)
        #expect(try await tablet.refresh().scope == [Open(.account)])
        let session = try #require(tablet.session)
        let recorded = try await fixture.store.decisions(about: session.account, page: DecisionPage(limit: 10)).map(
            \.decision)
        #expect(
            recorded == [
                Decision(
                    .deviceAdmitted, by: .administrator, from: "unproven", to: "full: \(session.deviceId)",
                    reason: "lost the phone, came with a passport")
            ])
        #expect(await fixture.fault(UserAdmit.self, params, at: .administration) == "admissionUnknown")
        #expect(try await fixture.count("decision") == 1)
    }

    @Test func `wrong digits admit nobody and record no decision, and the third wrong digits end the session`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), tablet = fixture.client()
        let right = try await Self.waiting(fixture, tablet)
        var wrong = right
        wrong.digits = right.digits == "00" ? "01" : "00"
        for _ in 0..<3 {
            #expect(await fixture.fault(UserAdmit.self, wrong, at: .administration) == "admissionUnknown")
        }
        #expect(await fixture.fault(UserAdmit.self, right, at: .administration) == "admissionUnknown")
        try await tablet.expectRefused(.loginRequired, SessionStatus.self, Nothing())
        #expect(try await fixture.count("decision") == 0)
    }

    @Test func `a session of another person is not admitted`() async throws {
        let fixture = try await AuthServiceFixture(), tablet = fixture.client()
        var params = try await Self.waiting(fixture, tablet)
        try await fixture.client().register(fixture, "+33612345678")
        params.phone = "+33612345678"
        #expect(await fixture.fault(UserAdmit.self, params, at: .administration) == "admissionUnknown")
        params.phone = "+33612345679"
        #expect(await fixture.fault(UserAdmit.self, params, at: .administration) == "userUnknown")
        #expect(try await tablet.refresh().scope == [Open(.unproven)])
    }
}
