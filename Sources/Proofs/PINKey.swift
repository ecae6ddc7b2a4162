public import Cryptography
public import Vocabulary

/// The key pair a PIN stands for (AUTH.md "PIN"). Made on the device at every entry and forgotten after; the service
/// holds the public half, sealed, and counts the attempts.
public enum PINKey {
    /// The name of this derivation, given beside the salt so that a later one can be told apart.
    public static let kdf = "scrypt-32768-8-1/hkdf-sha256/ed25519/1"
    /// Bytes of a salt, which the service makes anew with each generation.
    public static let saltCount = 16

    /// The key pair of a PIN: scrypt (32 MiB, about 0.1 s), then HKDF with the device's secret, then Ed25519.
    ///
    /// `deviceSecret` is the device's own 32 bytes for a device PIN, and empty for an account PIN, which must work on a
    /// device that has none yet.
    public static func derive(_ pin: PIN, salt: [UInt8], deviceSecret: [UInt8] = []) throws(CryptoFault)
        -> Ed25519
        .PrivateKey
    {
        try derive(passphrase: Array(pin.reveal.utf8), salt: salt, deviceSecret: deviceSecret)
    }

    /// As for a PIN, for a passphrase: its bytes are UTF-8 in normal form NFKC, 1…1024 of them.
    public static func derive(
        passphrase: [UInt8], salt: [UInt8], deviceSecret: [UInt8] = []
    ) throws(CryptoFault) -> Ed25519.PrivateKey {
        guard salt.count == saltCount else { throw .badParameter("a PIN's salt has 16 bytes") }
        guard deviceSecret.isEmpty || deviceSecret.count == 32 else {
            throw .badParameter("a device secret has 32 bytes, or none")
        }
        guard (1...1024).contains(passphrase.count) else { throw .badParameter("a passphrase has 1…1024 bytes") }
        var stretched = try stretch(passphrase, salt: salt)
        defer { Wipe.bytes(&stretched) }
        var seed = seed(stretched: stretched, salt: salt, deviceSecret: deviceSecret)
        defer { Wipe.bytes(&seed) }
        guard let key = Ed25519.PrivateKey(seed: seed) else { throw .malformedKey("no seed of 32 bytes") }
        return key
    }

    /// The memory-hard first half.
    static func stretch(_ secret: [UInt8], salt: [UInt8]) throws(CryptoFault) -> [UInt8] {
        try Scrypt.derive(secret, salt: LP.encode("latchkey/pin/1", salt), n: 1 << 15, r: 8, p: 1, count: 32)
    }

    /// The quick second half.
    static func seed(stretched: [UInt8], salt: [UInt8], deviceSecret: [UInt8]) -> [UInt8] {
        HKDF.derive(stretched + deviceSecret, salt: salt, info: Array("latchkey/pin/ed25519/1".utf8), count: 32)
    }
}
