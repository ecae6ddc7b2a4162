/// HMAC with SHA-256: indexes, stored codes, row and call authentication.
public enum HMACSHA256 {
    /// The 32-byte tag of the bytes.
    public static func tag(key: Key256, _ bytes: [UInt8]) -> [UInt8] {
        key.withBytes { HMAC.tag(.sha256, key: $0, bytes) }
    }

    /// As `tag(key:_:)`, for keys that are not 32 bytes.
    public static func tag(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] { HMAC.tag(.sha256, key: key, bytes) }

    /// Whether the tag is the bytes' own, in constant time.
    public static func isValid(_ tag: [UInt8], key: Key256, _ bytes: [UInt8]) -> Bool {
        ConstantTime.equal(tag, self.tag(key: key, bytes))
    }
}
