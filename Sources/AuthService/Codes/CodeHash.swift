import AuthStore
import Cryptography
import Domain
import Primitives

/// The keyed hash a code is stored as: bound to its challenge, purpose, number and device key.
struct CodeHash: Sendable {
    let key: Key256

    /// The hash of a code for a challenge.
    func hash(
        _ code: OneTimeCode, challenge: ChallengeID, purpose: CodePurpose, phoneIndex: [UInt8], thumbprint: String,
        salt: [UInt8]
    ) -> [UInt8] {
        HMACSHA256.tag(
            key: key,
            LengthPrefixed.encode(
                "latchkey/code/1", challenge.bytes, Array(purpose.rawValue.utf8), phoneIndex, Array(thumbprint.utf8),
                salt, Array(code.reveal.utf8)))
    }

    /// Whether a code is the challenge's, in constant time.
    func matches(_ code: OneTimeCode, _ challenge: ChallengeRecord) -> Bool {
        ConstantTime.equal(
            challenge.codeHash,
            hash(
                code, challenge: challenge.id, purpose: challenge.purpose, phoneIndex: challenge.phoneIndex,
                thumbprint: challenge.thumbprint, salt: challenge.salt))
    }
}
