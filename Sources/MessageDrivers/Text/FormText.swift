import Primitives

/// The encoding `application/x-www-form-urlencoded`, in which addresses and forms carry fields.
enum FormText {
    static func encode(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(escape($0.name))=\(escape($0.value))" }.joined(separator: "&")
    }

    /// The fields in their order; nil for a text that is no form.
    static func decode(_ text: String) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for part in text.split(separator: "&") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = unescape(sides[0]), let value = sides.count == 2 ? unescape(sides[1]) : "" else {
                return nil
            }
            fields.append((name, value))
        }
        return fields
    }

    /// Escapes everything but the unreserved characters of RFC 3986, section 2.3.
    private static func escape(_ text: String) -> String {
        text.utf8.map { byte in
            let isKept = byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte)
            return isKept ? String(UnicodeScalar(byte)) : "%\(Hex.encode([byte]).uppercased())"
        }.joined()
    }

    private static func unescape(_ text: Substring) -> String? {
        var bytes: [UInt8] = [], rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2)
                guard digits.count == 2, let value = Hex.decode(String(decoding: digits, as: UTF8.self)) else {
                    return nil
                }
                bytes += value
                rest = rest.dropFirst(2)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool {
        let lowered = self | 0x20
        return lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z")
            || self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
    }
}
