import Cryptography
import Primitives

/// The additional authenticated data of the values about PINs that the database holds encrypted.
enum PINSealing {
    /// The data of a public key, which binds it to the account and to one generation of its PIN.
    static func keyData(_ account: AccountID, generation: Int64) -> [UInt8] {
        LengthPrefixed.encode("latchkey/pin-key/1", account.bytes, Array(String(generation).utf8))
    }

    /// The data of an unlock share, which binds it to the account.
    static func shareData(_ account: AccountID) -> [UInt8] {
        LengthPrefixed.encode("latchkey/unlock-share/1", account.bytes)
    }
}
