import COpenSSL

/// Conversion between the two encodings of a P-256 signature: DER (X.509, most libraries) and r ‖ s (JOSE).
public enum ECDSASignature {
    /// r ‖ s of a DER signature; nil unless the encoding is strict DER without trailing bytes and r and s are in 1 … n-1.
    public static func raw(der: [UInt8]) -> [UInt8]? {
        var raw = [UInt8](repeating: 0, count: 64)
        return lk_p256_raw_from_der(der, der.count, &raw) == 1 ? raw : nil
    }

    /// The DER encoding of r ‖ s; nil unless both are in 1 … n-1.
    public static func der(raw: [UInt8]) -> [UInt8]? {
        guard raw.count == 64 else { return nil }
        var der = [UInt8](repeating: 0, count: 72)
        let count = lk_p256_der_from_raw(raw, &der)
        return count == 0 ? nil : Array(der[..<count])
    }
}
