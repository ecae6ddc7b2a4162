import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@Suite struct `Authentication of callers` {
    @Test func `a request proof is refused when it is missing, of another request or key, or presented twice`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), other = fixture.client()
        try await phone.register(fixture)
        let body = try RequestWriter.body(OTPRequest.name, OTPRequest.Params(phone: "+33612345678", purpose: .login))
        func reason(_ headers: [Header], _ body: [UInt8] = body) async throws -> String? {
            let reply = try await phone.raw(body, headers: headers)
            #expect(reply.status == 200)
            #expect(reply.header("DPoP-Nonce") != nil)
            let answer = try JSON(parsing: reply.body)
            guard answer["error"]?["data"]?["fault"] == "proofRefused" else { return nil }
            return answer["error"]?["data"]?["reason"]?.string
        }
        #expect(try await reason([]) == "missing")
        #expect(try await reason([Header("DPoP", "x")]) == "malformed")
        #expect(try await reason([try phone.proof("otp.verify", body, nil)]) == "wrongMethod")
        #expect(try await reason([try phone.proof(OTPRequest.name, body + [32], nil)]) == "wrongBody")
        #expect(try await reason([try phone.proof(OTPRequest.name, body, nil, nonce: "guessed")]) == "staleNonce")
        let good = try phone.proof(OTPRequest.name, body, nil)
        #expect(try await reason([good]) == nil)
        #expect(try await reason([good]) == "replayed")
        let token = try #require(phone.session).accessToken
        let logout = try RequestWriter.body(SessionLogout.name, SessionLogout.Params())
        let stolen = Header("Authorization", "DPoP \(token.reveal)")
        _ = try await other.refusal(RegistrationState.self, .init(phone: AuthTestClient.phone))
        #expect(try await reason([stolen, try other.proof(SessionLogout.name, logout, token)], logout) == "wrongKey")
        #expect(try await reason([stolen, try phone.proof(SessionLogout.name, logout, nil)], logout) == "wrongToken")
        try await phone.expectSuccess(SessionStatus.self, Nothing())
    }

    @Test func `a stolen token without its key is refused for the proof, before its scopes are checked`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), thief = fixture.client()
        let grant = try await phone.register(fixture)
        let decision = ApprovalDecide.Params(accountId: grant.account, version: 1, status: .approvedForSyncing)
        try await phone.expectRefused(.scopeMissing, ApprovalDecide.self, decision)
        try await thief.expectRefused(.proofRefused, ApprovalDecide.self, decision, token: grant.accessToken)
    }

    @Test func `a nonce expires after five minutes`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let body = try RequestWriter.body(RegistrationState.name, RegistrationState.Params(phone: AuthTestClient.phone))
        _ = try await phone.refusal(RegistrationState.self, .init(phone: AuthTestClient.phone))
        let old = try phone.proof(RegistrationState.name, body, nil)
        fixture.clock.advance(by: .seconds(300))
        let reply = try await phone.raw(body, headers: [old])
        #expect(try JSON(parsing: reply.body)["error"]?["data"]?["reason"] == "staleNonce")
        try await phone.expectSuccess(RegistrationState.self, .init(phone: AuthTestClient.phone))
    }

    @Test func `missing, forged and expired access tokens have different faults`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        try await fixture.client().expectRefused(.loginRequired, SessionStatus.self, Nothing())
        let forged = try #require(AccessToken(grant.accessToken.reveal.dropLast(4) + "AAAA"))
        try await phone.expectRefused(.loginRequired, SessionStatus.self, Nothing(), token: forged)
        fixture.clock.advance(by: .seconds(330))
        try await phone.expectRefused(.tokenExpired, SessionStatus.self, Nothing())
        try await phone.refresh()
        try await phone.expectSuccess(SessionStatus.self, Nothing())
    }

    @Test
    func `a token that was issued more than 30 s ahead of this host's clock is answered unavailable, never with a 401`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), issued = fixture.clock.now
        try await phone.register(fixture)
        fixture.clock.set(issued - .seconds(30))
        try await phone.expectSuccess(SessionStatus.self, Nothing())
        fixture.clock.set(issued - .milliseconds(30_001))
        let fault = try #require(try await phone.refusal(SessionStatus.self, Nothing()))
        #expect((fault.name, fault.retryAfterMs) == ("unavailable", 1000))
    }

    @Test func `an unknown session, as after a restore of a backup, answers loginRequired`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        try await fixture.deleteRows(of: "session")
        try await phone.expectRefused(.loginRequired, SessionStatus.self, Nothing())
        #expect(try await phone.login(fixture).next == nil)
    }

    @Test func `a token with an operator's scope is refused after the account has stopped being an operator's`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), client = fixture.client()
        try await client.becomeOperator(fixture, of: ["clinic"])
        _ = try await fixture.database.write { try $0.run(Statement("UPDATE account SET kind = 'member'")) }
        let fault = try #require(try await client.refusal(ApprovalPending.self, .init()))
        #expect(fault.name == FaultKind.scopeMissing.name)
        #expect(fault.data["detail"]?.string == Scope.approvalsDecide.rawValue)
    }

    @Test func `methods that authenticate are refused inside a batch`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let one = try RequestWriter.body(
            OTPRequest.name, OTPRequest.Params(phone: AuthTestClient.phone, purpose: .login))
        let batch = [UInt8(ascii: "[")] + one + [UInt8(ascii: "]")]
        let reply = try await phone.raw(batch, headers: [try phone.proof(OTPRequest.name, batch, nil)])
        #expect(try JSON(parsing: reply.body)[0]?["error"]?["data"]?["fault"] == "notInBatch")
    }

    @Test(.requirement("T9")) func `while the database is closed the answer is unavailable, never a 401`() async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        await fixture.database.close()
        try await phone.expectRefused(.unavailable, SessionStatus.self, Nothing())
        try await phone.expectRefused(.unavailable, RegistrationState.self, .init(phone: AuthTestClient.phone))
        try await phone.expectRefused(.unavailable, GroupList.self, Nothing())
    }

    @Test func `an unexpected error is logged, and answered as internal`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        try await fixture.deleteRows(of: "feed")
        let fault = try #require(try await phone.refusal(SessionStatus.self, Nothing()))
        #expect((fault.name, fault.message) == ("internal", "Something failed on our side."))
        #expect(fixture.inbox.failures.count == 1)
    }

    @Test(.requirement("K6", "O9", "T4")) func `no row of the database contains a phone number, a code or a token`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        let (_, code) = try await phone.requestCode(fixture)
        let rows = try await fixture.allTexts()
        for secret in [AuthTestClient.phone, "15112345678", grant.refreshToken.reveal, grant.accessToken.reveal] {
            #expect(!rows.contains { $0.contains(secret) }, "\(secret.prefix(4))")
        }
        #expect(!rows.contains(code.reveal))
    }
}
