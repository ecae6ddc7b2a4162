import Cryptography
import Primitives

/// Encodes a ``PullCursor`` as the opaque text that a device keeps, and decodes it.
///
/// The text is the base64url of the version (1), epoch, seq, base, an account tag of 8 bytes, and an HMAC over all of
/// it truncated to 16 bytes. A cursor therefore cannot be forged or used for another account.
struct CursorCodec {
    let key: Key256

    func encode(_ cursor: PullCursor, of account: AccountID) -> String {
        let bytes =
            [1] + cursor.epoch.bytes + cursor.seq.bigEndianBytes + cursor.pullStart.bigEndianBytes + tag(of: account)
        return Base64URL.encode(bytes + mac(bytes))
    }

    /// Decodes a text; nil for anything that this service did not encode for this account.
    func decode(_ text: String, of account: AccountID) -> PullCursor? {
        guard let bytes = Base64URL.decode(text), bytes.count == 57, bytes[0] == 1 else { return nil }
        let (body, proof) = (Array(bytes[..<41]), Array(bytes[41...]))
        guard ConstantTime.equal(proof, mac(body)), Array(body[33...]) == tag(of: account),
            let epoch = EpochID(bytes: body[1..<17])
        else { return nil }
        return PullCursor(
            epoch: epoch, seq: Int64(bigEndian: body[17..<25]), pullStart: Int64(bigEndian: body[25..<33]))
    }

    private func tag(of account: AccountID) -> [UInt8] {
        Array(HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/cursor/account/1", account.bytes)).prefix(8))
    }

    private func mac(_ bytes: [UInt8]) -> [UInt8] {
        Array(HMACSHA256.tag(key: key, LengthPrefixed.encode("latchkey/cursor/1", bytes)).prefix(16))
    }
}

extension Int64 {
    fileprivate init(bigEndian bytes: ArraySlice<UInt8>) {
        self.init(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}
