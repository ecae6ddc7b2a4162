/// Bytes as base64url text without padding (RFC 4648, section 5), the form used by JOSE and by refresh tokens.
public enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value of each byte as a character of the alphabet; 255 for a byte that is not in the alphabet.
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for (value, byte) in alphabet.enumerated() { table[Int(byte)] = UInt8(value) }
        return table
    }()

    /// Encodes bytes as text without padding.
    public static func encode(_ bytes: [UInt8]) -> String {
        let count = (bytes.count * 4 + 2) / 3
        return String(unsafeUninitializedCapacity: count) { text in
            var (written, held, bits) = (0, UInt32(0), 0)
            for byte in bytes {
                held = held << 8 | UInt32(byte)
                bits += 8
                while bits >= 6 {
                    bits -= 6
                    text[written] = alphabet[Int(held >> UInt32(bits) & 63)]
                    written += 1
                }
            }
            if bits > 0 {
                text[written] = alphabet[Int(held << UInt32(6 - bits) & 63)]
                written += 1
            }
            return written
        }
    }

    /// Decodes a text. Returns nil for padding, other characters, impossible lengths, and trailing bits that are not
    /// zero; so each value has exactly one text.
    public static func decode(_ text: String) -> [UInt8]? {
        let count = text.utf8.count
        guard count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * 3 / 4)
        var (held, bits) = (UInt32(0), 0)
        for byte in text.utf8 {
            let value = values[Int(byte)]
            guard value != 255 else { return nil }
            held = held << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
            }
        }
        guard held & (1 << UInt32(bits) - 1) == 0 else { return nil }
        return bytes
    }
}
