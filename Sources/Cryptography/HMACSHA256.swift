/// HMAC with SHA-256, which is used for indexes, stored codes and message authentication.
public enum HMACSHA256 {
    /// The tag of the bytes, 32 bytes.
    public static func tag(key: Key256, _ bytes: [UInt8]) -> [UInt8] {
        key.withBytes { HMAC.tag(.sha256, key: $0, bytes) }
    }

    /// The tag of the bytes, with a key of any length.
    public static func tag(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] { HMAC.tag(.sha256, key: key, bytes) }

    /// True if this is the tag of the bytes; compared in constant time.
    public static func isValid(_ tag: [UInt8], key: Key256, _ bytes: [UInt8]) -> Bool {
        ConstantTime.equal(tag, self.tag(key: key, bytes))
    }
}
