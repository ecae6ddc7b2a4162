/// SHA-256 (FIPS 180-4).
public enum SHA256 {
    /// The digest of the bytes, 32 bytes.
    public static func hash(_ bytes: [UInt8]) -> [UInt8] { HashFunction.sha256.hash(bytes) }

    public static func hash(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { HashFunction.sha256.hash(bytes) }
}
