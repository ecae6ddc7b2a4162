import Cryptography
import Primitives
import StrictJSON

/// The account that owns an entry, as the local store records it: a keyed hash that means nothing off this device.
struct OwnerTag: Sendable, Hashable {
    let bytes: [UInt8]
}

/// Encrypts the content of the local store under the platform key, and derives owner tags and request digests from it.
struct StoreCipher: Sendable {
    let key: Key256
    let random: RandomSource
    let shares: HeldShares
    let tokens = HeldTokens()

    /// Encrypts an object with AES-256-GCM. The context names the row and column, so that a ciphertext moved to another
    /// one does not decrypt.
    func seal(_ value: JSONObject, context: [UInt8]) throws -> [UInt8] {
        AESGCM.seal(JSON.object(value).encoded(), key: key, aad: Self.aad(context), random: random)
    }

    /// Decrypts what `seal` made for this context.
    ///
    /// - Throws: `CryptoFault` if the key or the context is another one, or the value is damaged.
    func open(_ sealed: [UInt8], context: [UInt8]) throws -> JSONObject {
        let bytes = try AESGCM.open(sealed, key: key, aad: Self.aad(context))
        guard case .object(let object) = try JSON(parsing: bytes) else {
            throw DeviceFault.storeFailed(reason: "A stored value is not a JSON object.")
        }
        return object
    }

    func tag(of account: AccountID) -> OwnerTag { OwnerTag(bytes: mac(account.bytes)) }

    /// A keyed digest of a request. A plain hash would let a thief of the file guess the six digits of a code.
    func digest(method: String, params: [UInt8]) -> String { Base64URL.encode(mac(Array(method.utf8), params)) }

    private func mac(_ parts: [UInt8]...) -> [UInt8] {
        HMACSHA256.tag(key: key, LengthPrefixed.encode([Array("latchkey/device/tag/1".utf8)] + parts))
    }

    private static func aad(_ context: [UInt8]) -> [UInt8] {
        LengthPrefixed.encode([Array("latchkey/device/store/1".utf8), context])
    }
}
