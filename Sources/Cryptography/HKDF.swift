import COpenSSL

/// HKDF with SHA-256 (RFC 5869): extract and expand in one step.
public enum HKDF {
    /// Derives `count` bytes (1…8160) from a secret.
    ///
    /// - Parameters:
    ///   - salt: an empty one means zeros, as the RFC defines.
    ///   - info: names the purpose of the derived bytes.
    public static func derive(_ secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
        precondition((1...8160).contains(count), "HKDF-SHA256 gives 1…8160 bytes")
        return [UInt8](unsafeUninitializedCapacity: count) { out, written in
            into(out.baseAddress, count, secret, salt, info)
            written = count
        }
    }

    /// Derives a 256-bit key from a secret.
    public static func key(_ secret: [UInt8], salt: [UInt8], info: String) -> Key256 {
        Key256 { into($0, 32, secret, salt, Array(info.utf8)) }
    }

    /// Derives a 256-bit key for one purpose from a master key.
    public static func key(_ master: Key256, salt: [UInt8] = [], info: String) -> Key256 {
        var secret = master.reveal
        defer { Wipe.bytes(&secret) }
        return key(secret, salt: salt, info: info)
    }

    private static func into(
        _ out: UnsafeMutablePointer<UInt8>?, _ count: Int, _ secret: [UInt8], _ salt: [UInt8], _ info: [UInt8]
    ) {
        let done = lk_hkdf(secret, secret.count, salt, salt.count, info, info.count, out, count)
        guard done == 1 else { libraryFailed("derive bytes with HKDF") }
    }
}
