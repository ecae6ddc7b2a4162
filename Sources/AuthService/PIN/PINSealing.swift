import Cryptography
import Primitives

/// The additional authenticated data of what the database holds of PINs, encrypted.
enum PINSealing {
    static func keyData(_ account: AccountID, generation: Int64) -> [UInt8] {
        LengthPrefixed.encode("latchkey/pin-key/1", account.bytes, Array(String(generation).utf8))
    }

    static func shareData(_ account: AccountID) -> [UInt8] {
        LengthPrefixed.encode("latchkey/unlock-share/1", account.bytes)
    }
}
