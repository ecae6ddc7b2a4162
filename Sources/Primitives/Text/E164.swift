/// A phone number in its one canonical form: lookup key, limiter key and lock key are all this.
///
/// Two spellings of one number must never count as two, so people's spellings are read here once and forgotten.
/// `description` is masked, for logs; `text` is the full number.
public struct E164: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The digits as a number; the first is never 0, so nothing is lost.
    private let number: UInt64

    /// Reads a number as people write it: `+` or `00`, then 7…15 decimal digits of any script, the first not 0;
    /// spaces, dots, hyphens, parentheses and invisible direction marks are skipped.
    ///
    /// Nil without an international prefix, since the country would be a guess, and for a trunk zero in parentheses,
    /// `+44 (0)20…`: in some countries it is dialled, in others not, and a wrong guess is another person.
    public init?(parsing spelling: String) {
        guard spelling.utf8.count <= 128, let digits = DialledDigits(reading: spelling)?.international,
            (7...15).contains(digits.count), digits[0] != 0
        else { return nil }
        number = digits.reduce(0) { $0 * 10 + UInt64($1) }
    }

    /// The canonical form: `+` and the digits.
    public var text: String { "+\(number)" }

    /// The digits without the plus.
    public var digits: String { String(number) }

    /// The last four digits, for "the number ending in".
    public var lastFour: String { String(digits.suffix(4)) }

    /// The block of 1000 numbers this one is in: the text without its last three digits. Limits on sending use it.
    public var thousandBlock: String { "+\(number / 1000)" }

    /// Masked: `+49•••••123`. The dots are always five, so that the length is not told.
    public var description: String { "+\(digits.prefix(2))•••••\(digits.suffix(3))" }

    /// By value; only good for putting locks in one order.
    public static func < (a: E164, b: E164) -> Bool { a.number < b.number }
}

extension E164: Codable {
    /// Reads any spelling `init(parsing:)` takes.
    public init(from decoder: any Decoder) throws {
        let spelling = try decoder.singleValueContainer().decode(String.self)
        guard let read = E164(parsing: spelling) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "not a phone number in international form, like +4915112345678"))
        }
        self = read
    }

    /// Writes the canonical form, in full.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension E164: CustomReflectable {
    /// Shows nothing of the number beyond the masked description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
