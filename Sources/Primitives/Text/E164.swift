/// A phone number in canonical form (E.164). The keys of lookups, limits and locks are computed from this form, so that
/// two ways to write one number never count as two numbers.
///
/// `description` is masked, for logs; `text` is the full number.
public struct E164: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The digits as an integer. The first digit is never 0, so no digit is lost.
    private let number: UInt64

    /// Parses a number as people write it: `+` or `00`, then 7…15 decimal digits of any script, the first not 0.
    /// Spaces, dots, hyphens, parentheses and invisible direction marks are skipped.
    ///
    /// Returns nil without an international prefix, because the country would be a guess, and for a text of more than
    /// 128 bytes. It also returns nil for a digit that is dialled only within the country, as in `+44 (0)20…`, `+44020…`
    /// and `+1 1 212…`, and for a length that the country's numbers do not have. Where a number has two international
    /// forms, both give the same one (`+52 1 55…` is `+52 55…`, and `+54 11…` is `+54 9 11…`).
    public init?(parsing spelling: String) {
        guard spelling.utf8.count <= 128, let digits = DialledDigits(parsing: spelling)?.international,
            Self.hasValidLength(digits), let canonical = NumberingPlan.canonical(digits), Self.hasValidLength(canonical)
        else { return nil }
        number = Self.integer(canonical)
    }

    /// Reads a form that ``text`` had when it was stored, and changes nothing about it: an index was computed from it.
    public init?(stored text: String) {
        let digits = text.utf8.dropFirst().map { $0 &- 0x30 }
        guard text.utf8.first == UInt8(ascii: "+"), Self.hasValidLength(digits), digits.allSatisfy({ $0 <= 9 }) else {
            return nil
        }
        number = Self.integer(digits)
    }

    /// True if a number may have these digits: 7…15, the first not 0.
    private static func hasValidLength(_ digits: [UInt8]) -> Bool { (7...15).contains(digits.count) && digits[0] != 0 }

    private static func integer(_ digits: [UInt8]) -> UInt64 { digits.reduce(0) { $0 * 10 + UInt64($1) } }

    /// What a person does whose number was refused.
    public static let spellingAdvice = """
        Write the number with + and the country's code, and without a digit that is dialled only within the country: \
        +44 7400 123456, not +44 07400 123456.
        """

    /// False if no number begins with these digits, each 0…9, the first not 0.
    public static func mayBegin(with digits: [UInt8]) -> Bool { NumberingPlan.mayBegin(digits) }

    /// The canonical form: `+` and the digits.
    public var text: String { "+\(number)" }

    /// The digits without the plus.
    public var digits: String { String(number) }

    /// The text without its last three digits, which a block of 1000 numbers shares. Limits on sending use it as a key.
    public var thousandBlock: String { "+\(number / 1000)" }

    /// Masked: `+49•••••123`. There are always five dots, so that the length is not revealed.
    public var description: String { "+\(digits.prefix(2))•••••\(digits.suffix(3))" }

    /// Compares the digits as integers; the order has no other meaning.
    public static func < (a: E164, b: E164) -> Bool { a.number < b.number }
}

extension E164: CustomReflectable {
    /// An empty mirror, so that a dump shows only the masked description.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
