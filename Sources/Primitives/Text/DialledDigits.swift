/// The digits of a phone number as people write it, without the characters between the digits.
struct DialledDigits {
    /// True if a plus sign precedes the digits.
    private(set) var hasPlus = false
    /// The digits, each 0…9.
    private(set) var digits: [UInt8] = []
    /// The number of digits before the open parenthesis; nil outside parentheses.
    private var opened: Int?

    /// Returns nil for a character that does not belong in a phone number, nested or unbalanced parentheses, a second
    /// plus sign or one after a digit, and a trunk zero in parentheses, `(0)`, for the reason given at ``E164``.
    init?(parsing spelling: String) {
        for scalar in spelling.unicodeScalars {
            guard append(scalar) else { return nil }
        }
        guard opened == nil else { return nil }
    }

    /// The digits after the international prefix `+` or `00`; nil if there is no prefix.
    var international: [UInt8]? {
        if hasPlus { return digits }
        return digits.starts(with: [0, 0]) ? Array(digits.dropFirst(2)) : nil
    }

    private mutating func append(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "+", "\u{FF0B}":
            guard !hasPlus, digits.isEmpty else { return false }
            hasPlus = true
        case "(", "\u{FF08}":
            guard opened == nil else { return false }
            opened = digits.count
        case ")", "\u{FF09}":
            guard let start = opened, digits[start...] != [0] else { return false }
            opened = nil
        case _ where Self.isSkipped(scalar):
            break
        default:
            guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
            else { return false }
            digits.append(UInt8(value))
        }
        return true
    }

    /// Spaces, dots and hyphens of every width, and marks that control the direction or shape of text.
    private static func isSkipped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\u{A0}", "\u{2000}"..."\u{200A}", "\u{202F}", "\u{205F}", "\u{3000}": true
        case ".", "\u{FF0E}", "\u{B7}": true
        case "-", "\u{AD}", "\u{2010}"..."\u{2015}", "\u{2212}", "\u{FE58}", "\u{FE63}", "\u{FF0D}": true
        case "\u{61C}", "\u{180E}", "\u{200B}"..."\u{200F}", "\u{202A}"..."\u{202E}", "\u{2060}"..."\u{206F}": true
        case "\u{FE00}"..."\u{FE0F}", "\u{FEFF}": true
        default: false
        }
    }
}
