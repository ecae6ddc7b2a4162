/// The secret of an invite: 8 base32 characters (40 bits) that a person types in, or 26 (130 bits) in a link.
///
/// The characters A-Z and 2-7 contain neither 0 nor 1, so that none is mistaken for O or I.
public struct InviteCode: Redacted {
    /// The characters of a code that a person types in.
    public static let shortLength = 8
    /// The characters of a code in a link.
    public static let longLength = 26

    public let reveal: String

    /// Returns nil unless the text is 8 or 26 of the characters A-Z and 2-7.
    public init?(wire content: String) {
        guard [Self.shortLength, Self.longLength].contains(content.utf8.count),
            content.utf8.allSatisfy({
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0)
            })
        else { return nil }
        reveal = content
    }

    /// Reads a code as a person writes it: in upper or lower case, with or without spaces and hyphens.
    public init?(typed text: String) {
        self.init(wire: text.uppercased().filter { $0 != "-" && !$0.isWhitespace })
    }

    /// Makes a code of bytes that nobody can guess: a short one of the first 5, a long one of the first 17.
    public init(bytes: some Sequence<UInt8>, isLong: Bool) {
        let text = Base32.encode(Array(bytes.prefix(isLong ? 17 : 5)))
        reveal = String(text.prefix(isLong ? Self.longLength : Self.shortLength))
    }

    /// True for a code of a link.
    public var isLong: Bool { reveal.utf8.count == Self.longLength }

    /// The code in groups of four characters, as it is shown to the person.
    public var grouped: String {
        stride(from: 0, to: reveal.count, by: 4).map { String(reveal.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }
}
