import COpenSSL
public import Primitives

/// AES-256-GCM with random 96-bit nonces (SP 800-38D): at most 2^32 seals under one key.
public enum AESGCM {
    /// Bytes a sealed text is longer than the plain one: the nonce and the tag.
    public static let overhead = 28

    /// nonce ‖ ciphertext ‖ tag. The associated data must be given again to open; it is not stored.
    public static func seal(_ plain: [UInt8], key: Key256, aad: [UInt8], random: RandomSource) -> [UInt8] {
        let nonce = random.bytes(12)
        return [UInt8](unsafeUninitializedCapacity: plain.count + overhead) { out, count in
            guard let start = out.baseAddress else { return }
            start.update(from: nonce, count: 12)
            run(plain, nonce, key, aad, start + 12, start + 12 + plain.count)
            count = plain.count + overhead
        }
    }

    /// The plain text of what `seal` made with this key and associated data; anything else throws `notAuthentic`.
    public static func open(_ sealed: [UInt8], key: Key256, aad: [UInt8]) throws(CryptoFault) -> [UInt8] {
        guard sealed.count >= overhead else { throw .notAuthentic }
        let end = sealed.count - 16
        return try open(
            Array(sealed[12..<end]), nonce: Array(sealed[..<12]), tag: Array(sealed[end...]), key: key, aad: aad)
    }

    /// Opens the parts of another product's format. The nonce is 12 bytes and the tag 16, else `notAuthentic`.
    public static func open(
        _ ciphertext: [UInt8], nonce: [UInt8], tag: [UInt8], key: Key256, aad: [UInt8]
    ) throws(CryptoFault) -> [UInt8] {
        guard nonce.count == 12, tag.count == 16 else { throw .notAuthentic }
        var opened: Int32 = 0
        let plain = [UInt8](unsafeUninitializedCapacity: room(for: ciphertext.count)) { out, count in
            opened = key.withBytes { key in
                ciphertext.withUnsafeBytes { text in
                    aad.withUnsafeBytes { aad in
                        lk_gcm_open(
                            key.baseAddress, nonce, aad.baseAddress, aad.count, text.baseAddress, text.count, tag,
                            out.baseAddress)
                    }
                }
            }
            // What an altered text decrypts to is wiped unread.
            if opened != 1 { lk_wipe(out.baseAddress, ciphertext.count) }
            count = opened == 1 ? ciphertext.count : 0
        }
        guard opened == 1 else { throw .notAuthentic }
        return plain
    }

    /// Seals into the parts another product's format wants. The nonce is 12 bytes and must never repeat under one key.
    public static func sealParts(
        _ plain: [UInt8], nonce: [UInt8], key: Key256, aad: [UInt8]
    ) -> (ciphertext: [UInt8], tag: [UInt8]) {
        precondition(nonce.count == 12, "an AES-GCM nonce has 12 bytes")
        var tag = [UInt8](repeating: 0, count: 16)
        let text = [UInt8](unsafeUninitializedCapacity: room(for: plain.count)) { out, count in
            tag.withUnsafeMutableBufferPointer { run(plain, nonce, key, aad, out.baseAddress, $0.baseAddress) }
            count = plain.count
        }
        return (text, tag)
    }

    /// Never none: an array made without room has its count, nought, written into the storage that all empty ones share.
    private static func room(for count: Int) -> Int { max(count, 1) }

    private static func run(
        _ plain: [UInt8], _ nonce: [UInt8], _ key: Key256, _ aad: [UInt8], _ out: UnsafeMutablePointer<UInt8>?,
        _ tag: UnsafeMutablePointer<UInt8>?
    ) {
        let done = key.withBytes { key in
            plain.withUnsafeBytes { plain in
                aad.withUnsafeBytes { aad in
                    lk_gcm_seal(
                        key.baseAddress, nonce, aad.baseAddress, aad.count, plain.baseAddress, plain.count, out, tag)
                }
            }
        }
        guard done == 1 else { libraryFailed("seal") }
    }
}
