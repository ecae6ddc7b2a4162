import COpenSSL

/// PBKDF2 (RFC 8018) with HMAC, a key derivation for files of other products. New files use ``Scrypt``, which is harder
/// to attack.
public enum PBKDF2 {
    /// The most rounds that are accepted, because the number may come from an untrusted file. They take about 1 s.
    public static let mostRounds = 2_000_000

    /// Derives `count` bytes, 1…1024, from a guessable secret, such as a password.
    ///
    /// - Parameter rounds: 1…``mostRounds``.
    public static func derive(
        _ function: HashFunction, _ secret: [UInt8], salt: [UInt8], rounds: Int, count: Int
    ) throws(CryptoFault) -> [UInt8] {
        guard (1...mostRounds).contains(rounds) else { throw .badParameter("PBKDF2's rounds are 1…\(mostRounds)") }
        guard (1...1024).contains(count) else { throw .badParameter("PBKDF2 gives 1…1024 bytes here") }
        return [UInt8](unsafeUninitializedCapacity: count) { out, written in
            let done = lk_pbkdf2(
                function.rawValue, secret, secret.count, salt, salt.count, Int32(rounds), out.baseAddress, count)
            guard done == 1 else { libraryFailed("derive bytes with PBKDF2") }
            written = count
        }
    }
}
