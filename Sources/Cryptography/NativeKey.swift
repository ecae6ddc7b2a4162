import COpenSSL

/// A key pair or public key of libcrypto, wiped and freed with its last reference.
final class NativeKey: Sendable {
    /// The key may be used by several threads at once: it is never changed after it is made, and no two operations with
    /// it share a context.
    nonisolated(unsafe) let pointer: OpaquePointer  // C bridge: all its functions may run on any thread

    /// Takes ownership of a key made by the bridge; nil if the bridge refused to make it.
    init?(_ made: OpaquePointer?) {
        guard let made else { return nil }
        pointer = made
    }

    deinit { lk_key_free(pointer) }

    enum Kind: Int32 {
        case p256 = 1
        case ed25519 = 2
    }

    enum Half: Int32 {
        case `public` = 0
        case `private` = 1
    }

    var kind: Kind? { Kind(rawValue: lk_key_kind(pointer)) }

    /// Parses PKCS#8 (in PEM also SEC 1) or SubjectPublicKeyInfo. A key of another kind is refused.
    static func read(_ bytes: [UInt8], pem: Bool, _ half: Half, _ kind: Kind) throws(CryptoFault) -> NativeKey {
        let made = lk_key_read(bytes, bytes.count, pem ? 1 : 0, half.rawValue)
        guard let key = NativeKey(made), key.kind == kind else {
            throw .malformedKey("no unencrypted \(half) key of kind \(kind)")
        }
        return key
    }

    func written(pem: Bool, _ half: Half) -> [UInt8] {
        var count = 0
        guard let buffer = lk_key_write(pointer, pem ? 1 : 0, half.rawValue, &count) else {
            libraryFailed("encode a key")
        }
        defer { lk_buffer_free(buffer, count) }
        return [UInt8](UnsafeBufferPointer(start: buffer, count: count))
    }

    func writtenPEM(_ half: Half) -> String { String(decoding: written(pem: true, half), as: UTF8.self) }

    /// Bytes of a fixed count, filled by a function of the bridge. A failure ends the process.
    static func filled(_ count: Int, _ fill: (UnsafeMutablePointer<UInt8>?) -> Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { out, written in
            guard fill(out.baseAddress) == 1 else { libraryFailed("export the key's bytes or sign with it") }
            written = count
        }
    }
}
