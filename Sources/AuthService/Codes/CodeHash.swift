import AuthStore
import Cryptography
import Domain
import Primitives

/// The keyed hash under which a one-time code is stored, bound to its challenge, purpose, phone number and device key.
struct CodeHash: Sendable {
    let key: Key256

    func hash(
        _ code: OneTimeCode, challenge: ChallengeID, purpose: CodePurpose, phoneIndex: PhoneIndex, thumbprint: String,
        salt: [UInt8]
    ) -> [UInt8] {
        HMACSHA256.tag(
            key: key,
            LengthPrefixed.encode(
                "latchkey/code/1", challenge.bytes, Array(purpose.rawValue.utf8), phoneIndex.bytes,
                Array(thumbprint.utf8),
                salt, Array(code.reveal.utf8)))
    }

    /// Compares a code with the challenge's hash in constant time.
    func matches(_ code: OneTimeCode, _ challenge: ChallengeRecord) -> Bool {
        ConstantTime.equal(
            challenge.codeHash,
            hash(
                code, challenge: challenge.id, purpose: challenge.purpose, phoneIndex: challenge.phoneIndex,
                thumbprint: challenge.thumbprint, salt: challenge.salt))
    }
}
