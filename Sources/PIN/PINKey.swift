public import Cryptography

/// The Ed25519 key of a PIN. The device derives it at every entry and keeps it nowhere; the server knows the public key.
///
/// An attacker who has the public key, which the server's database holds encrypted, and the server's key files can search
/// the PIN of an account, at the cost of one scrypt for each guess. The PIN of one device cannot be searched without that
/// device's secret as well.
public enum PINKey {
    /// The number of bytes of a salt. The server draws a new one for each generation of a PIN.
    public static let saltCount = 16
    /// The number of bytes of a device's secret.
    public static let deviceSecretCount = 32

    /// Derives the private key of a PIN; it takes the time and the memory of the derivation.
    ///
    /// - Parameters:
    ///   - deviceSecret: 32 bytes that only this device has, for a PIN that is valid on this device only; empty for the
    ///     PIN of an account, which must give the same key on each device.
    /// - Throws: `badParameter` for a salt or a device secret of another length.
    public static func derive(
        _ secret: PINSecret, salt: [UInt8], deviceSecret: [UInt8] = [], by derivation: PINDerivation
    ) throws(CryptoFault) -> Ed25519.PrivateKey {
        guard salt.count == saltCount else { throw .badParameter("the salt of a PIN has 16 bytes") }
        guard deviceSecret.isEmpty || deviceSecret.count == deviceSecretCount else {
            throw .badParameter("the device secret of a PIN has 32 bytes, or none")
        }
        var stretched = try stretch(secret, salt: salt, by: derivation)
        defer { Wipe.bytes(&stretched) }
        var seed = seed(stretched: stretched, deviceSecret: deviceSecret, salt: salt)
        defer { Wipe.bytes(&seed) }
        guard let key = Ed25519.PrivateKey(seed: seed) else { preconditionFailure("HKDF gives a seed of 32 bytes") }
        return key
    }

    /// The salt of scrypt. Its label separates these keys from all others that are derived from the same characters.
    static func scryptSalt(_ salt: [UInt8]) -> [UInt8] { LengthPrefixed.encode("latchkey/pin/1", salt) }

    /// The slow step, 32 bytes. The caller wipes them.
    static func stretch(
        _ secret: PINSecret, salt: [UInt8], by derivation: PINDerivation
    ) throws(CryptoFault) -> [UInt8] {
        var entered = secret.reveal
        defer { Wipe.bytes(&entered) }
        return try Scrypt.derive(
            entered, salt: scryptSalt(salt), n: derivation.n, r: derivation.r, p: derivation.p, count: 32)
    }

    /// The seed of the key, 32 bytes. The caller wipes it.
    static func seed(stretched: [UInt8], deviceSecret: [UInt8], salt: [UInt8]) -> [UInt8] {
        var material: [UInt8] = []
        material.reserveCapacity(stretched.count + deviceSecret.count)  // growing would leave a copy that is not wiped
        material += stretched
        material += deviceSecret
        defer { Wipe.bytes(&material) }
        return HKDF.derive(material, salt: salt, info: Array("latchkey/pin/ed25519/1".utf8), count: 32)
    }
}
