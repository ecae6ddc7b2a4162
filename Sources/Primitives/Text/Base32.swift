/// Bytes as base32 text (RFC 4648, section 6), the form in which authenticator secrets are written.
public enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// Encodes bytes as upper-case text without padding, the form of `otpauth://` addresses.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + 4) / 5)
        var (held, bits) = (UInt32(0), 0)
        for byte in bytes {
            held = held << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[Int(held >> UInt32(bits) & 31)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(held << UInt32(5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text as people and other apps write it: in upper or lower case, with or without spaces, hyphens and
    /// padding. Returns nil for other characters and for digits after the padding.
    ///
    /// Trailing bits that do not make a byte are dropped, as common authenticators do; a strict decoder would refuse
    /// entries that exist.
    public static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 5 / 8)
        var (held, bits, padded) = (UInt32(0), 0, false)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "-"): continue
            case UInt8(ascii: "="): padded = true
            default:
                guard !padded, let value = value(byte) else { return nil }
                held = held << 5 | UInt32(value)
                bits += 5
                if bits >= 8 {
                    bits -= 8
                    bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
                }
            }
        }
        return bytes
    }

    private static func value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): byte - UInt8(ascii: "2") + 26
        default: nil
        }
    }
}
