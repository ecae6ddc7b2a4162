import COpenSSL
public import Primitives

/// AES-256-GCM with random 96-bit nonces (SP 800-38D). One key may seal at most 2^32 texts.
public enum AESGCM {
    /// The bytes that sealing adds: the nonce and the tag.
    public static let overhead = 28

    /// Seals a text as nonce ‖ ciphertext ‖ tag. The associated data is not stored; `open` needs it again.
    public static func seal(_ plain: [UInt8], key: Key256, aad: [UInt8], random: RandomSource) -> [UInt8] {
        let nonce = random.bytes(12)
        return [UInt8](unsafeUninitializedCapacity: plain.count + overhead) { out, count in
            guard let start = out.baseAddress else { return }
            start.update(from: nonce, count: 12)
            run(plain, nonce, key, aad, start + 12, start + 12 + plain.count)
            count = plain.count + overhead
        }
    }

    /// Opens what `seal` made with this key and associated data; throws `notAuthentic` for anything else.
    public static func open(_ sealed: [UInt8], key: Key256, aad: [UInt8]) throws(CryptoFault) -> [UInt8] {
        guard sealed.count >= overhead else { throw .notAuthentic }
        let plain = sealed.withUnsafeBytes { sealed in
            let end = sealed.count - 16
            return open(
                .init(rebasing: sealed[12..<end]), nonce: .init(rebasing: sealed[..<12]),
                tag: .init(rebasing: sealed[end...]), key: key, aad: aad)
        }
        guard let plain else { throw .notAuthentic }
        return plain
    }

    /// Opens a text whose parts are stored separately, as other products do. Throws `notAuthentic` if the parts, the
    /// key and the associated data are not those of one sealing, and unless the nonce has 12 bytes and the tag 16.
    public static func open(
        _ ciphertext: [UInt8], nonce: [UInt8], tag: [UInt8], key: Key256, aad: [UInt8]
    ) throws(CryptoFault) -> [UInt8] {
        guard nonce.count == 12, tag.count == 16 else { throw .notAuthentic }
        let plain = ciphertext.withUnsafeBytes { text in
            nonce.withUnsafeBytes { nonce in
                tag.withUnsafeBytes { tag in open(text, nonce: nonce, tag: tag, key: key, aad: aad) }
            }
        }
        guard let plain else { throw .notAuthentic }
        return plain
    }

    /// Returns nil if the parts are not authentic.
    private static func open(
        _ text: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer, key: Key256,
        aad: [UInt8]
    ) -> [UInt8]? {
        var opened: Int32 = 0
        let plain = [UInt8](unsafeUninitializedCapacity: capacity(for: text.count)) { out, count in
            opened = key.withBytes { key in
                aad.withUnsafeBytes { aad in
                    lk_gcm_open(
                        key.baseAddress, nonce.baseAddress, aad.baseAddress, aad.count, text.baseAddress, text.count,
                        tag.baseAddress, out.baseAddress)
                }
            }
            // The plaintext of an altered ciphertext must not be used, so it is wiped.
            if opened != 1 { lk_wipe(out.baseAddress, text.count) }
            count = opened == 1 ? text.count : 0
        }
        return opened == 1 ? plain : nil
    }

    /// Seals into separate parts, as other products store them. The nonce has 12 bytes and must never repeat for a key.
    public static func sealParts(
        _ plain: [UInt8], nonce: [UInt8], key: Key256, aad: [UInt8]
    ) -> (ciphertext: [UInt8], tag: [UInt8]) {
        precondition(nonce.count == 12, "an AES-GCM nonce has 12 bytes")
        var tag = [UInt8](repeating: 0, count: 16)
        let text = [UInt8](unsafeUninitializedCapacity: capacity(for: plain.count)) { out, count in
            tag.withUnsafeMutableBufferPointer { run(plain, nonce, key, aad, out.baseAddress, $0.baseAddress) }
            count = plain.count
        }
        return (text, tag)
    }

    /// The capacity for `count` bytes, at least 1: the initializer writes the count of an array without capacity into the
    /// storage that all empty arrays share, which is a data race.
    private static func capacity(for count: Int) -> Int { max(count, 1) }

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
        guard done == 1 else { libraryFailed("encrypt with AES-256-GCM") }
    }
}
