import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import StrictJSON
import Support
import Testing

@Suite struct `Request proofs and their effects` {
    private static let known = AuthTestClient.phone

    private func fault(_ reply: ConnectionReply) throws -> String? {
        try JSON(parsing: reply.body)["error"]?["data"]?["fault"]?.string
    }

    private func body(to phone: String = "+33612345678") throws -> [UInt8] {
        try RequestWriter.body(OTPRequest.name, OTPRequest.Params(phone: phone, purpose: .login))
    }

    @Test func `reads, and calls that are refused, write nothing, whatever key they are signed with`() async throws {
        let fixture = try await AuthServiceFixture(), owner = fixture.client()
        let grant = try await owner.register(fixture)
        let before = try await fixture.database.contents()
        for _ in 0..<50 {
            let stranger = fixture.client()
            _ = try await stranger.call(RegistrationState.self, .init(phone: Self.known))
            try await stranger.expectRefused(
                .codeExpired, OTPVerify.self, .init(challengeId: fixture.random.id(), code: code("123456")))
            try await stranger.expectRefused(
                .proofRefused, SessionLogout.self, SessionLogout.Params(), token: grant.accessToken)
            try await stranger.expectRefused(
                .loginRequired, SessionRefresh.self,
                .init(
                    refreshToken: #require(RefreshToken(Base64URL.encode(fixture.random.bytes(32)))),
                    requestId: fixture.random.id()))
        }
        try await owner.expectSuccess(AccountMe.self, Nothing())
        let after = try await fixture.database.contents()
        for table in before.keys { #expect(after[table] == before[table], "\(table)") }
    }

    @Test func `a call with an effect records its proof in the same transaction, and the proof has no second effect`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), body = try body()
        let proof = try await prepared(phone, body)
        #expect(try fault(await phone.raw(body, headers: [proof])) == nil)
        let after = try await fixture.database.contents()
        #expect(after["proof_seen"]?.count == 1)
        fixture.clock.advance(by: .seconds(61))
        #expect(try fault(await phone.raw(body, headers: [proof])) == "proofRefused")
        #expect(try await fixture.database.contents() == after)
    }

    @Test func `of 16 calls at once with one proof exactly one has its effect`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), body = try body()
        let proof = try await prepared(phone, body)
        let faults = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<16 { group.addTask { try fault(await phone.raw(body, headers: [proof])) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(faults.count { $0 == nil } == 1)
        #expect(faults.allSatisfy { $0 == nil || $0 == "proofRefused" || $0 == "sendLimit" })
        #expect(try await fixture.count("otp_challenge") == 1)
    }

    @Test func `a wrong code that is sent again with its proof counts once`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        let body = try RequestWriter.body(
            RegistrationConfirm.name,
            RegistrationConfirm.Params(challengeId: challenge, code: try fixture.wrong(code)))
        let proof = try phone.proof(RegistrationConfirm.name, body, nil)
        #expect(try fault(await phone.raw(body, headers: [proof])) == "codeWrong")
        for _ in 0..<5 { #expect(try fault(await phone.raw(body, headers: [proof])) == "proofRefused") }
        #expect(try await fixture.count("otp_challenge", where: "tries = 1") == 1)
    }

    @Test func `the answer of an earlier call is given once for each proof`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let (challenge, code) = try await phone.start(fixture)
        let body = try RequestWriter.body(
            RegistrationConfirm.name,
            RegistrationConfirm.Params(challengeId: challenge, code: code, requestId: fixture.random.id()))
        let first = try phone.proof(RegistrationConfirm.name, body, nil)
        let second = try phone.proof(RegistrationConfirm.name, body, nil)
        #expect(try fault(await phone.raw(body, headers: [first])) == nil)
        #expect(try fault(await phone.raw(body, headers: [second])) == nil)
        // A copied request shows no tokens to whoever repeats it.
        #expect(try fault(await phone.raw(body, headers: [first])) == "proofRefused")
        #expect(try fault(await phone.raw(body, headers: [second])) == "proofRefused")
    }

    @Test func `a used proof is refused as long as its nonce is good, although expired rows are deleted meanwhile`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), body = try body()
        let proof = try await prepared(phone, body)
        func reason() async throws -> JSON? {
            try JSON(parsing: await phone.raw(body, headers: [proof]).body)["error"]?["data"]?["reason"]
        }
        #expect(try await reason() == nil)
        fixture.clock.advance(by: .milliseconds(299_999))
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await reason() == "replayed")
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await reason() == "staleNonce")
        // The identifier is kept for 660 s, and is deleted by the next pass a minute later.
        fixture.clock.advance(by: .seconds(420))
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await fixture.count("proof_seen") == 1)
        fixture.clock.advance(by: .milliseconds(1))
        try await fixture.store.sweep(at: fixture.clock.now)
        #expect(try await fixture.count("proof_seen") == 0)
    }

    /// A proof over a current nonce.
    private func prepared(_ phone: AuthTestClient, _ body: [UInt8]) async throws -> Header {
        _ = try await phone.call(RegistrationState.self, .init(phone: Self.known))
        return try phone.proof(OTPRequest.name, body, nil)
    }

    private func code(_ text: String) throws -> OneTimeCode { try #require(OneTimeCode(text)) }
}
