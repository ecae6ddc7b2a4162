public import Cryptography
public import Primitives

extension AuditAuthenticator {
    /// Authenticates with HMAC-SHA256.
    public init(key: Key256, random: RandomSource) {
        self.init(freshBytes: { random.bytes($0) }) { label, parts in
            HMACSHA256.tag(key: key, LengthPrefixed.encode([Array(label.utf8)] + parts))
        }
    }

    /// Derives the key of the audit log from the key of session handles, which every instance of a service has and which
    /// is not rotated, so that an upgrade needs no further key file.
    public static func key(from sessionHandle: Key256) -> Key256 {
        HKDF.key(sessionHandle, info: "latchkey/audit-key/1")
    }
}
