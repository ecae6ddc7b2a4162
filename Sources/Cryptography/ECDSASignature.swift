import COpenSSL

/// The two written forms of a P-256 signature: DER (X.509, most libraries) and r ‖ s (JOSE).
public enum ECDSASignature {
    /// r ‖ s of a strict DER signature; nil for BER liberties, trailing bytes, and r or s outside 1 … n-1.
    public static func raw(der: [UInt8]) -> [UInt8]? {
        var raw = [UInt8](repeating: 0, count: 64)
        return lk_p256_raw_from_der(der, der.count, &raw) == 1 ? raw : nil
    }

    /// The DER form of r ‖ s; nil unless both are 1 … n-1.
    public static func der(raw: [UInt8]) -> [UInt8]? {
        guard raw.count == 64 else { return nil }
        var der = [UInt8](repeating: 0, count: 72)
        let count = lk_p256_der_from_raw(raw, &der)
        return count == 0 ? nil : Array(der[..<count])
    }
}
