import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@testable import AuthService

@Suite struct `pin.challenge` {
    @Test func `plays its example: gives an admitted device the salt, the derivation and 32 bytes to sign`()
        async throws
    {
        let (fixture, phone) = try await `pin.prove`.person()
        let account = try #require(phone.session).account
        let answer = try await phone.call(PINChallenge.self, .init(purpose: .login, accountId: account))
        #expect(answer.subject == account && answer.expiresAtMs == fixture.clock.now + .minutes(5))
        #expect(Base64URL.decode(answer.challenge)?.count == 32 && answer.issuer == "https://auth.test")
        let pin = try #require(answer.pin)
        #expect(pin.generation == 1 && Base64URL.decode(pin.salt)?.count == 16 && answer.newPin == nil)
        #expect(pin.kdf == KeyDerivation(name: "scrypt", n: 32_768, r: 8, p: 1))
        let next = try await phone.call(PINChallenge.self, .init(purpose: .login, accountId: account))
        #expect(next.pin == answer.pin && next.challenge != answer.challenge)
    }

    @Test(.requirement("P4"))
    func `answers a stranger, an unknown account and an account without a PIN alike, and writes nothing`()
        async throws
    {
        let (fixture, phone) = try await `pin.prove`.person(), stranger = fixture.client("stranger")
        let other = fixture.client("other")
        try await other.register(fixture, "+33612345678")
        let account = try #require(phone.session).account, session = try #require(phone.session).sessionId
        let unknown: [(AuthTestClient, PINChallenge.Params)] = [
            (stranger, .init(purpose: .login, accountId: account)),
            (stranger, .init(purpose: .unlock, accountId: account)),
            (stranger, .init(purpose: .login, accountId: fixture.random.id())),
            (stranger, .init(purpose: .reauth, sessionId: session)),
            (stranger, .init(purpose: .login, sessionId: fixture.random.id())),
            (other, .init(purpose: .login, accountId: try #require(other.session).account)),
        ]
        var faults: Set<JSONObject> = []
        for (client, params) in unknown {
            let fault = try #require(try await client.refusal(PINChallenge.self, params))
            #expect(fault.name == "pinUnknown")
            faults.insert(fault.data)
        }
        #expect(faults.count == 1)
        #expect(try await fixture.count("pin_challenge", where: "purpose <> 'enrol'") == 0)
    }

    @Test(arguments: [
        (SessionLevel.unproven, [PINPurpose.login]), (.pinRequired, [.login]), (.preTFA, []),
        (.full, [.unlock, .change, .reauth]),
    ])
    func `gives a session a challenge for what its level may do`(level: SessionLevel, allowed: [PINPurpose])
        async throws
    {
        let (fixture, phone) = try await `pin.prove`.person()
        let session = try #require(phone.session).sessionId
        _ = try await fixture.database.write {
            try $0.run(.init("UPDATE session SET gate = $1", .text(level.rawValue)))
        }
        for purpose in PINPurpose.allCases where purpose != .enrol {
            let fault = try await phone.refusal(PINChallenge.self, .init(purpose: purpose, sessionId: session))
            #expect(fault?.name == (allowed.contains(purpose) ? nil : "pinUnknown"), "\(purpose)")
        }
    }

    @Test(arguments: [PINPurpose.enrol, .change, .reauth])
    func `gives an admitted device without a session no challenge for what changes the account`(purpose: PINPurpose)
        async throws
    {
        let (_, phone) = try await `pin.prove`.person()
        try await phone.expectRefused(
            .pinUnknown, PINChallenge.self, .init(purpose: purpose, accountId: try #require(phone.session).account))
    }

    @Test func `needs exactly one of account and session`() async throws {
        let (_, phone) = try await `pin.prove`.person(), session = try #require(phone.session)
        try await phone.expectRefused(.invalidParams, PINChallenge.self, .init(purpose: .login))
        try await phone.expectRefused(
            .invalidParams, PINChallenge.self,
            .init(purpose: .login, accountId: session.account, sessionId: session.sessionId))
    }

    @Test func `an admission that has lapsed gives no challenge`() async throws {
        let (fixture, phone) = try await `pin.prove`.person(), tablet = fixture.client("tablet")
        try await tablet.login(fixture)
        try await phone.prove()
        fixture.clock.advance(by: .seconds(1))
        try await tablet.prove()
        let params = PINChallenge.Params(purpose: .login, accountId: try #require(phone.session).account)
        fixture.clock.advance(by: .days(90) - .seconds(1) - .milliseconds(1))
        try await phone.expectSuccess(PINChallenge.self, params)
        fixture.clock.advance(by: .milliseconds(1))
        try await phone.expectRefused(.pinUnknown, PINChallenge.self, params)
        try await tablet.expectSuccess(PINChallenge.self, params)
    }

    @Test func `an ended session is answered like an unknown one`() async throws {
        let (_, phone) = try await `pin.prove`.person()
        let session = try #require(phone.session)
        try await phone.expectSuccess(SessionLogoutEverywhere.self, .init())
        try await phone.expectRefused(
            .pinUnknown, PINChallenge.self, .init(purpose: .reauth, sessionId: session.sessionId))
    }

    @Test func `a device key has one challenge of each purpose, so nobody fills the table`() async throws {
        let (fixture, phone) = try await `pin.prove`.person()
        for _ in 0..<20 { _ = try await phone.challenge(.login) }
        #expect(try await fixture.count("pin_challenge", where: "purpose = 'login'") == 1)
    }
}
