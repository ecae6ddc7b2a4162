import COpenSSL

/// PBKDF2 (RFC 8018): here only to read the encrypted files of other products.
public enum PBKDF2 {
    /// `count` bytes (1…1024) from a guessable secret after 1…10 000 000 rounds.
    public static func derive(
        _ function: HashFunction, _ secret: [UInt8], salt: [UInt8], rounds: Int, count: Int
    ) throws(CryptoFault) -> [UInt8] {
        guard (1...10_000_000).contains(rounds) else { throw .badParameter("PBKDF2 takes 1…10000000 rounds") }
        guard (1...1024).contains(count) else { throw .badParameter("PBKDF2 gives 1…1024 bytes here") }
        return [UInt8](unsafeUninitializedCapacity: count) { out, written in
            let done = lk_pbkdf2(
                function.rawValue, secret, secret.count, salt, salt.count, Int32(rounds), out.baseAddress, count)
            guard done == 1 else { libraryFailed("derive") }
            written = count
        }
    }
}
