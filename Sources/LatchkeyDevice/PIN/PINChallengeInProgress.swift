import Contracts
import Domain
import JSONRPC
import PIN
import Primitives

/// A challenge for a PIN, as the profile holds it until the answer to its proof has arrived.
///
/// A call that is repeated after a lost answer must have the same challenge and the same proof: auth then counts no second
/// attempt, and answers as it did. The proof is made again from the PIN that the person enters again. It is stored nowhere,
/// because whoever has a proof can search the PIN of an account.
struct PINChallengeInProgress: Sendable, Hashable, Codable {
    /// The values that a PIN's key is derived from beside the PIN, as auth named them.
    struct Parameters: Sendable, Hashable, Codable {
        let generation: Int64
        /// 16 bytes, base64url.
        let salt: String
        /// The text of a `PINDerivation`.
        let derivation: String
    }

    let purpose: PINPurpose
    let asker: PINAsker
    let id: PINChallengeID
    /// 32 bytes, base64url.
    let challenge: String
    let issuer: String
    let subject: AccountID
    /// The account's PIN; nil for the purpose `enrol`.
    let pin: Parameters?
    /// The PIN that is made; nil except for the purposes `enrol` and `change`.
    let newPIN: Parameters?
    /// The time at which it was requested.
    let requestedAt: Instant

    /// - Throws: `DeviceFault.pinKeyNotDerived` for a derivation that is not accepted, and `DeviceFault.call` for an answer
    ///   that is malformed or about another account.
    init(
        _ answer: PINChallenge.Answer, for purpose: PINPurpose, by asker: PINAsker, account: AccountID?, at now: Instant
    ) throws(DeviceFault) {
        guard account == nil || answer.subject == account else {
            throw .call(.unreadable(status: 200, reason: "the challenge is about another account"))
        }
        let makesPIN = purpose == .enrol || purpose == .change
        guard (answer.pin == nil) == (purpose == .enrol), (answer.newPin != nil) == makesPIN,
            Base64URL.decode(answer.challenge)?.count == PINProof.challengeCount
        else { throw .call(.unreadable(status: 200, reason: "the challenge is incomplete")) }
        self.purpose = purpose
        self.asker = asker
        id = answer.challengeId
        challenge = answer.challenge
        issuer = answer.issuer
        subject = answer.subject
        pin = try Parameters(answer.pin)
        newPIN = try Parameters(answer.newPin)
        requestedAt = now
    }
}

extension PINChallengeInProgress {
    /// The challenge of a child's device, for making its PIN in CHILD_PIN_SETUP, else for proving it.
    ///
    /// - Throws: `DeviceFault.pinKeyNotDerived` for a derivation that is not accepted, and `DeviceFault.call` for an answer
    ///   that is malformed or about another child.
    init(_ answer: ChildPINChallenge, of child: AccountID?, at now: Instant) throws(DeviceFault) {
        guard child == nil || answer.childId == child else {
            throw .call(.unreadable(status: 200, reason: "the challenge is about another child"))
        }
        guard Base64URL.decode(answer.challenge)?.count == PINProof.challengeCount else {
            throw .call(.unreadable(status: 200, reason: "the challenge is incomplete"))
        }
        let makesPIN = answer.state == .childPINSetup, parameters = try Parameters(answer.pin)
        purpose = makesPIN ? .enrol : .login
        asker = PINAsker(account: answer.childId)
        id = answer.challengeId
        challenge = answer.challenge
        issuer = answer.issuer
        subject = answer.childId
        pin = makesPIN ? nil : parameters
        newPIN = makesPIN ? parameters : nil
        requestedAt = now
    }
}

/// The name under which a device requests a challenge for a PIN: a session of its own, or, for an admitted device, its
/// account. Exactly one of the two is not nil.
struct PINAsker: Sendable, Hashable, Codable {
    var account: AccountID?
    var session: SessionID?
}

extension PINChallengeInProgress.Parameters {
    /// Returns nil for no parameters.
    fileprivate init?(_ parameters: PINParameters?) throws(DeviceFault) {
        guard let parameters else { return nil }
        let kdf = parameters.kdf
        guard kdf.name == "scrypt", let derivation = PINDerivation(n: kdf.n, r: kdf.r, p: kdf.p) else {
            throw .pinKeyNotDerived(
                reason: "The service names the derivation \(kdf.name) with n=\(kdf.n), r=\(kdf.r), p=\(kdf.p).")
        }
        guard Base64URL.decode(parameters.salt)?.count == PINKey.saltCount else {
            throw .call(.unreadable(status: 200, reason: "the salt has not 16 bytes"))
        }
        generation = Int64(parameters.generation)
        salt = parameters.salt
        self.derivation = derivation.text
    }
}
