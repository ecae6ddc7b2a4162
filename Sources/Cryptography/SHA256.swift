/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The 32-byte digest of the bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] { HashFunction.sha256.hash(bytes) }

    /// As `hash(_:)`, over memory somebody else holds.
    public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { HashFunction.sha256.hash(bytes) }
}
