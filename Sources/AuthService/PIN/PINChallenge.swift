import AuthStore
import Contracts
import Cryptography
import Domain
import JSONRPC
import PIN
import Primitives

extension Auth {
    /// Opens a challenge for a proof by PIN. Its bytes are derived from its identifier under a key outside the database,
    /// which holds nothing of them.
    func pinChallenge(_ call: Call<PINChallenge, ProvenDevice>) async throws -> PINChallenge.Answer {
        let params = call.params, hashKeys = keys.hash
        guard (params.accountId == nil) != (params.sessionId == nil) else {
            throw Fault(.invalidParams, field: "sessionId")
        }
        let new = NewPINChallenge(
            id: random.id(), purpose: params.purpose, thumbprint: call.caller.thumbprint, session: params.sessionId,
            newSalt: random.bytes(PINKey.saltCount), hashKey: hashKeys.active)
        switch try await store.openPINChallenge(
            new, on: params.accountId, lapse: settings.admissionLapse, idle: settings.sessionIdleTimeout, at: now)
        {
        case .opened(let challenge, let account, let session, let pin):
            return PINChallenge.Answer(
                challengeId: challenge.id, challenge: Base64URL.encode(bytes(of: challenge, hashKeys.activeKey)),
                expiresAtMs: challenge.expires, issuer: settings.issuer, subject: try subject(of: session, account),
                pin: try pin.map { try parameters($0.generation, salt: $0.salt, derivation: $0.derivation) },
                newPin: params.purpose == .enrol || params.purpose == .change
                    ? try parameters(
                        challenge.newGeneration, salt: challenge.newSalt, derivation: PINDerivation.standard.text) : nil
            )
        case .unknown: throw Fault(.pinUnknown)
        case .pinExists: throw Fault(.pinExists)
        case .blocked: throw Fault(.blocked)
        }
    }

    /// The bytes that the device signs.
    func bytes(of challenge: PINChallengeRecord, _ key: Key256) -> [UInt8] {
        HMACSHA256.tag(
            key: key,
            LengthPrefixed.encode(
                "latchkey/pin-challenge/1", challenge.id.bytes, Array(challenge.thumbprint.utf8),
                Array(challenge.purpose.rawValue.utf8)))
    }

    /// The account as the signed message names it: by a pseudonym for a session that is unproven.
    func subject(of session: SessionRecord?, _ account: AccountRecord) throws -> AccountID {
        guard let session else { return account.id }
        return subject(of: session.id, account: account.id, at: session.level, try hashKey(of: session))
    }

    func parameters(_ generation: Int64, salt: [UInt8], derivation: String) throws -> PINParameters {
        guard let kdf = PINDerivation(text: derivation) else { throw Fault(.internalError) }
        return PINParameters(
            generation: Int(generation), salt: Base64URL.encode(salt),
            kdf: KeyDerivation(name: "scrypt", n: kdf.n, r: kdf.r, p: kdf.p))
    }
}
