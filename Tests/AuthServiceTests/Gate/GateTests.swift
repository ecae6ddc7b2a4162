import Contracts
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@Suite struct `The gate` {
    @Test func `a proof is refused when it is missing, for another request, another key, or shown twice`() async throws
    {
        let house = try await AuthHouse(), phone = house.handset(), other = house.handset()
        try await phone.register(house)
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
        _ = try await other.refused(RegistrationState.self, .init(phone: Handset.phone))
        #expect(try await reason([stolen, try other.proof(SessionLogout.name, logout, token)], logout) == "wrongKey")
        #expect(try await reason([stolen, try phone.proof(SessionLogout.name, logout, nil)], logout) == "wrongToken")
        #expect(try await phone.refused(SessionStatus.self, Nothing()) == "")
    }

    @Test func `a nonce that is five minutes old has to be renewed`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let body = try RequestWriter.body(RegistrationState.name, RegistrationState.Params(phone: Handset.phone))
        _ = try await phone.refused(RegistrationState.self, .init(phone: Handset.phone))
        let old = try phone.proof(RegistrationState.name, body, nil)
        house.clock.advance(by: .seconds(300))
        let reply = try await phone.raw(body, headers: [old])
        #expect(try JSON(parsing: reply.body)["error"]?["data"]?["reason"] == "staleNonce")
        #expect(try await phone.refused(RegistrationState.self, .init(phone: Handset.phone)) == "")
    }

    @Test func `tokens that are missing, forged or expired each have their name`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        #expect(try await house.handset().refused(SessionStatus.self, Nothing()) == "loginRequired")
        let forged = try #require(AccessToken(grant.accessToken.reveal.dropLast(4) + "AAAA"))
        #expect(try await phone.refused(SessionStatus.self, Nothing(), token: forged) == "loginRequired")
        house.clock.advance(by: .seconds(330))
        #expect(try await phone.refused(SessionStatus.self, Nothing()) == "tokenExpired")
        try await phone.refresh()
        #expect(try await phone.refused(SessionStatus.self, Nothing()) == "")
    }

    @Test func `a session nobody knows, as after a restore, asks for a login and loses nothing`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        try await house.forget("session")
        #expect(try await phone.refused(SessionStatus.self, Nothing()) == "loginRequired")
        #expect(try await phone.login(house).next == nil)
    }

    @Test func `methods that authenticate are refused inside a batch`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let one = try RequestWriter.body(OTPRequest.name, OTPRequest.Params(phone: Handset.phone, purpose: .login))
        let batch = [UInt8(ascii: "[")] + one + [UInt8(ascii: "]")]
        let reply = try await phone.raw(batch, headers: [try phone.proof(OTPRequest.name, batch, nil)])
        #expect(try JSON(parsing: reply.body)[0]?["error"]?["data"]?["fault"] == "notInBatch")
    }

    @Test func `while the database cannot be asked the answer is unavailable, never a 401`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        await house.database.close()
        #expect(try await phone.refused(SessionStatus.self, Nothing()) == "unavailable")
        #expect(try await phone.refused(RegistrationState.self, .init(phone: Handset.phone)) == "unavailable")
        #expect(try await phone.refused(GroupList.self, Nothing()) == "unavailable")
    }

    @Test func `a mistake inside is told to the log, and to the caller as internal`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        try await house.forget("feed")
        let fault = try #require(try await phone.refusal(SessionStatus.self, Nothing()))
        #expect((fault.name, fault.message) == ("internal", "Something failed on our side."))
        #expect(house.inbox.failures.count == 1)
    }

    @Test func `nothing in the database tells a number, a code or a token`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        let grant = try await phone.register(house)
        let (_, code) = try await phone.requestCode(house)
        let rows = try await house.everything()
        for secret in [Handset.phone, "15112345678", grant.refreshToken.reveal, grant.accessToken.reveal] {
            #expect(!rows.contains { $0.contains(secret) }, "\(secret.prefix(4))")
        }
        #expect(!rows.contains(code.reveal))
    }
}
