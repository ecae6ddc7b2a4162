public import Cryptography

/// Counter-based one-time passwords (RFC 4226).
public enum HOTP {
    /// The code of a counter, 6…8 decimal digits with leading zeros; nil for another digit count and an empty secret.
    public static func code(
        secret: [UInt8], counter: UInt64, digits: Int = 6, function: HashFunction = .sha1
    ) -> String? {
        guard (6...8).contains(digits), !secret.isEmpty else { return nil }
        let tag = HMAC.tag(function, key: secret, withUnsafeBytes(of: counter.bigEndian) { [UInt8]($0) })
        let offset = Int(tag[tag.count - 1] & 15)
        let number = tag[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        let code = String(number % [1_000_000, 10_000_000, 100_000_000][digits - 6])
        return String(repeating: "0", count: digits - code.utf8.count) + code
    }
}
