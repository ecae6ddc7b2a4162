import COpenSSL

/// scrypt (RFC 7914), a slow and memory-hard key derivation for devices and imports. Services never run it in a request.
public enum Scrypt {
    /// Derives `count` bytes from a guessable secret, such as a password.
    ///
    /// `n` must be a power of two above 1 and below 2^(16·r), `r` 1…256, 128·n·r at most 256 MiB, `p` 1…16 and `count`
    /// 1…1024: the parameters may come from an untrusted file. RFC 7914 bounds `n` by `r`, and its bound of `p` is above 16
    /// for each of these `r`. N = 2^15, r = 8 takes 32 MiB and about 0.1 s.
    public static func derive(
        _ secret: [UInt8], salt: [UInt8], n: Int, r: Int, p: Int, count: Int
    ) throws(CryptoFault) -> [UInt8] {
        guard n > 1, n <= 1 << 24, n & (n - 1) == 0 else { throw .badParameter("scrypt's n is a power of two above 1") }
        guard (1...256).contains(r), 128 * n * r <= 256 << 20 else {
            throw .badParameter("scrypt's r is 1…256, and 128·n·r at most 256 MiB")
        }
        guard n.trailingZeroBitCount < 16 * r else { throw .badParameter("scrypt's n is below 2^(16·r)") }
        guard (1...16).contains(p) else { throw .badParameter("scrypt's p is 1…16") }
        guard (1...1024).contains(count) else { throw .badParameter("scrypt gives 1…1024 bytes here") }
        return [UInt8](unsafeUninitializedCapacity: count) { out, written in
            let done = lk_scrypt(
                secret, secret.count, salt, salt.count, UInt64(n), UInt64(r), UInt64(p), out.baseAddress, count)
            guard done == 1 else { libraryFailed("derive bytes with scrypt") }
            written = count
        }
    }
}
