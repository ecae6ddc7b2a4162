/// What a spelling of a phone number says once everything people put between digits is gone.
struct DialledDigits {
    /// Whether a plus sign came before every digit.
    private(set) var plus = false
    /// The digits, 0…9 each.
    private(set) var digits: [UInt8] = []
    /// Where the open parenthesis began, as a count of digits.
    private var opened: Int?

    /// Reads a spelling; nil at the first character that has no place in a phone number.
    init?(reading spelling: String) {
        for scalar in spelling.unicodeScalars {
            guard read(scalar) else { return nil }
        }
        guard opened == nil else { return nil }
    }

    /// The digits after the international prefix; nil where there is none.
    var international: [UInt8]? {
        if plus { return digits }
        return digits.starts(with: [0, 0]) ? Array(digits.dropFirst(2)) : nil
    }

    private mutating func read(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "+", "\u{FF0B}":
            guard !plus, digits.isEmpty else { return false }
            plus = true
        case "(", "\u{FF08}":
            guard opened == nil else { return false }
            opened = digits.count
        case ")", "\u{FF09}":
            guard let start = opened, digits[start...] != [0] else { return false }
            opened = nil
        case _ where Self.skipped(scalar):
            break
        default:
            guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
            else { return false }
            digits.append(UInt8(value))
        }
        return true
    }

    /// Spaces, dots and hyphens of every width, and marks that only steer the direction or the shape of text.
    private static func skipped(_ scalar: Unicode.Scalar) -> Bool {
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
