import AuthService
import AuthStore
import Contracts
import Cryptography
import DPoP
import Domain
import JSONRPC
import PIN
import Primitives
import Support
import Testing

/// The steps by which a person uses a PIN.
extension AuthTestClient {
    /// A PIN that the tests use where its value does not matter.
    static let pin = "493817"

    /// The key of a PIN by a cheap derivation: the service cannot tell by which the key was made.
    static func key(_ pin: String, _ parameters: PINParameters) throws -> Ed25519.PrivateKey {
        try #require(Ed25519.PrivateKey(seed: SHA256.hash(Array((pin + parameters.salt).utf8))))
    }

    /// Requests a challenge, by the session for what needs one.
    func challenge(_ purpose: PINPurpose) async throws -> PINChallenge.Answer {
        let session = try #require(session)
        let needsNoSession = session.scope.contains(Open(.account)) && (purpose == .login || purpose == .unlock)
        return try await call(
            PINChallenge.self,
            needsNoSession
                ? .init(purpose: purpose, accountId: session.account)
                : .init(purpose: purpose, sessionId: session.sessionId))
    }

    /// Signs a challenge with the key of a PIN.
    func sign(
        _ challenge: PINChallenge.Answer, _ purpose: PINPurpose, _ pin: String, _ parameters: PINParameters?,
        thumbprint: String? = nil, subject: AccountID? = nil
    ) throws -> PINSignature {
        let parameters = try #require(parameters), bytes = try #require(Base64URL.decode(challenge.challenge))
        let proof = PINProof(
            issuer: challenge.issuer, challengeID: challenge.challengeId, challenge: bytes,
            subject: subject ?? challenge.subject, generation: Int64(parameters.generation),
            thumbprint: thumbprint ?? key.thumbprint, purpose: purpose)
        let signature = try #require(proof).signed(by: Self.key(pin, parameters))
        return try #require(PINSignature(signature))
    }

    /// The params of an enrolment.
    func enrolment(_ pin: String = pin) async throws -> PINEnroll.Params {
        let challenge = try await challenge(.enrol), parameters = try #require(challenge.newPin)
        return PINEnroll.Params(
            challengeId: challenge.challengeId,
            publicKey: try #require(PINPublicKey(Self.key(pin, parameters).publicKey.bytes)),
            proof: try sign(challenge, .enrol, pin, parameters))
    }

    /// Gives the account a PIN.
    @discardableResult
    func enrol(_ pin: String = pin, _ confirmation: GivenConfirmation? = nil) async throws -> PINEnroll.Answer {
        var params = try await enrolment(pin)
        params.confirmation = confirmation
        return try await call(PINEnroll.self, params)
    }

    /// The params of a proof.
    func proof(_ pin: String = pin, _ purpose: PINPurpose = .login) async throws -> PINProve.Params {
        let challenge = try await challenge(purpose)
        return PINProve.Params(
            challengeId: challenge.challengeId, proof: try sign(challenge, purpose, pin, challenge.pin))
    }

    /// Proves a PIN; keeps the session that a login opens.
    @discardableResult
    func prove(_ pin: String = pin, _ purpose: PINPurpose = .login) async throws -> PINProve.Answer {
        let answer = try await call(PINProve.self, proof(pin, purpose))
        if let opened = answer.session { session = opened }
        return answer
    }

    /// Expects that a proof is refused.
    func expectRefused(
        _ kind: FaultKind, proving pin: String, _ purpose: PINPurpose = .login,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await expectRefused(
            kind, PINProve.self, proof(pin, purpose), sourceLocation: sourceLocation)
    }

    /// A proof of a PIN as the confirmation of an act.
    func confirmation(_ pin: String = pin) async throws -> GivenConfirmation {
        let challenge = try await challenge(.reauth)
        return GivenConfirmation(
            pinChallengeId: challenge.challengeId, pinProof: try sign(challenge, .reauth, pin, challenge.pin))
    }

    /// The params of a change from one PIN to another.
    func change(from old: String = pin, to new: String) async throws -> PINChange.Params {
        let challenge = try await challenge(.change), parameters = try #require(challenge.newPin)
        return PINChange.Params(
            challengeId: challenge.challengeId, proof: try sign(challenge, .change, old, challenge.pin),
            newPublicKey: try #require(PINPublicKey(Self.key(new, parameters).publicKey.bytes)),
            newProof: try sign(challenge, .enrol, new, parameters))
    }

    /// The params of a request for a new PIN, with a fresh code.
    func resetRequest(
        _ fixture: AuthServiceFixture, to pin: String = newPIN, phone: String = phone
    ) async throws -> PINRequestReset.Params {
        let message = try await message(fixture, .resetPIN, to: phone)
        let challenge = try await challenge(.change), parameters = try #require(challenge.newPin)
        return PINRequestReset.Params(
            challengeId: challenge.challengeId,
            newPublicKey: try #require(PINPublicKey(Self.key(pin, parameters).publicKey.bytes)),
            newProof: try sign(challenge, .enrol, pin, parameters),
            codeChallengeId: try #require(message.challengeId), code: try #require(message.code))
    }

    /// Requests a new PIN in place of a forgotten one.
    @discardableResult
    func requestReset(
        _ fixture: AuthServiceFixture, to pin: String = newPIN, phone: String = phone
    ) async throws -> PINRequestReset.Answer {
        try await call(PINRequestReset.self, resetRequest(fixture, to: pin, phone: phone))
    }

    /// A PIN that is requested in place of ``pin``.
    static let newPIN = "228833"

    /// Registers this number again, and keeps the session.
    @discardableResult
    func registerAgain(_ fixture: AuthServiceFixture, group: String = "fieldwork") async throws
        -> RegistrationConfirm.Answer
    {
        let (challenge, code) = try await start(fixture, group: group)
        let answer = try await call(RegistrationConfirm.self, .init(challengeId: challenge, code: code))
        session = answer.session
        fixture.clock.advance(by: .seconds(61))
        return answer
    }
}

extension AuthServiceFixture {
    /// A group that requires a PIN.
    static let withPIN = "ward"

    /// Creates a group with a policy.
    func createGroup(
        _ name: String = withPIN, pin: FacilityGroup.Need = .required, approval: FacilityGroup.Approval = .manual,
        devices: FacilityGroup.Devices = .many, secondFactor: FacilityGroup.Need = .optional
    ) async throws {
        try await store.insertMissing([
            FacilityGroup(
                name: try #require(GroupID(rawValue: name)), memberRole: .member, approval: approval,
                devices: devices, verification: .otp, pin: pin, secondFactor: secondFactor)
        ])
    }
}
