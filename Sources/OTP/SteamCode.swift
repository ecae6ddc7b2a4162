import Cryptography

/// The codes of Steam Guard: those of RFC 6238 with SHA-1 and steps of 30 s, written in 5 characters of an alphabet of 26.
public enum SteamCode {
    /// The number of characters of a code.
    public static let length = 5
    /// The length of a step in seconds.
    public static let period = 30
    /// The characters of codes. Digits and letters that look alike are left out.
    public static let alphabet = Array("23456789BCDFGHJKMNPQRTVWXY".utf8)

    /// The code of a step, which is counted from 1970; nil for an empty secret.
    public static func code(secret: [UInt8], step: Int64) -> String? {
        guard !secret.isEmpty else { return nil }
        let counter = UInt64(max(0, step))
        let tag = HMAC.tag(.sha1, key: secret, withUnsafeBytes(of: counter.bigEndian) { [UInt8]($0) })
        let offset = Int(tag[tag.count - 1] & 15)
        var number = tag[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        var code: [UInt8] = []
        for _ in 0..<length {
            code.append(alphabet[Int(number % UInt32(alphabet.count))])
            number /= UInt32(alphabet.count)
        }
        return String(decoding: code, as: UTF8.self)
    }
}
