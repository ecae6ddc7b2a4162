import Cryptography
import Primitives

/// Derives recovery codes under a key outside the database from a stored seed and from the `requestId` of the call that
/// makes them, which is not stored. No readable code is stored, and a lost answer can be given again.
struct RecoveryCodes: Sendable {
    let key: Key256

    /// The codes of an account for a seed and a `requestId`; every call with the same values returns the same ones.
    func codes(of account: AccountID, seed: [UInt8], request: RequestID) -> [RecoveryCode] {
        (0..<UInt8(RecoveryCode.count)).map { number in
            RecoveryCode(
                bytes: HMACSHA256.tag(
                    key: key,
                    LengthPrefixed.encode(
                        "latchkey/recovery-code/1", account.bytes, seed, request.bytes, [number])))
        }
    }

    /// The keyed hash under which a code is stored.
    func hash(_ code: RecoveryCode, of account: AccountID) -> [UInt8] {
        HMACSHA256.tag(
            key: key,
            LengthPrefixed.encode("latchkey/recovery-code-hash/1", account.bytes, Array(code.reveal.utf8)))
    }
}
