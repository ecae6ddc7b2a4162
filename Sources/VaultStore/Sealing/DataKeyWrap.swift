import Cryptography
import Primitives

/// Encrypts data keys under wrapping keys. The additional data binds the result to both keys and to the account.
enum DataKeyWrap {
    static func seal(
        _ key: Key256, by kek: Key256, _ id: String, version: Int64, of account: AccountID, _ random: RandomSource
    ) -> [UInt8] {
        var bytes = key.reveal
        defer { Wipe.bytes(&bytes) }
        return AESGCM.seal(bytes, key: kek, aad: associatedData(id, version, account), random: random)
    }

    /// Returns nil if the bytes were not made by ``seal(_:by:_:version:of:_:)`` with the same arguments.
    static func open(
        _ wrapped: [UInt8], by kek: Key256, _ id: String, version: Int64, of account: AccountID
    ) -> Key256? {
        guard let bytes = try? AESGCM.open(wrapped, key: kek, aad: associatedData(id, version, account)) else {
            return nil
        }
        return Key256(bytes)
    }

    private static func associatedData(_ id: String, _ version: Int64, _ account: AccountID) -> [UInt8] {
        LengthPrefixed.encode("latchkey/dek/1", id.bytes, account.bytes, version.bigEndianBytes)
    }
}
