import Cryptography
import Primitives

/// Writes a place as the opaque text a device keeps, and reads it back.
///
/// The text is base64url of version 1, epoch, seq, base, an account tag of 8 bytes, and an HMAC cut to 16 bytes over
/// all of it: nobody can make one up, or use another account's.
struct CursorSeal {
    let key: Key256

    func text(of place: PullPlace, account: AccountID) -> String {
        let bytes =
            [1] + place.epoch.bytes + place.seq.bigEndianBytes + place.base.bigEndianBytes + tag(of: account)
        return Base64URL.encode(bytes + mac(bytes))
    }

    /// The place a text stands for; nil for anything this service did not write for this account.
    func place(in text: String, account: AccountID) -> PullPlace? {
        guard text.utf8.count <= 96, let bytes = Base64URL.decode(text), bytes.count == 57, bytes[0] == 1 else {
            return nil
        }
        let (body, proof) = (Array(bytes[..<41]), Array(bytes[41...]))
        guard ConstantTime.equal(proof, mac(body)), Array(body[33...]) == tag(of: account),
            let epoch = EpochID(bytes: body[1..<17])
        else { return nil }
        return PullPlace(epoch: epoch, seq: number(body[17..<25]), base: number(body[25..<33]))
    }

    private func tag(of account: AccountID) -> [UInt8] {
        Array(HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/cursor/account/1", account.bytes)).prefix(8))
    }

    private func mac(_ bytes: [UInt8]) -> [UInt8] {
        Array(HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/cursor/1", bytes)).prefix(16))
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}
