/// The tag of a language, such as `de` or `pt-BR` (RFC 5646): 2 to 35 letters, digits and hyphens, stored in lower case.
public struct LanguageTag: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible, Comparable {
    /// The shortest and the longest tag.
    public static let lengths = 2...35
    public static let english = LanguageTag(unchecked: "en")

    public let rawValue: String

    /// Returns nil for a text of another form.
    public init?(rawValue: String) {
        let parts = rawValue.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard Self.lengths.contains(rawValue.utf8.count), parts[0].allSatisfy(Self.isLetter),
            parts.allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(Self.isAllowed) }), parts[0].count > 1
        else { return nil }
        self.init(unchecked: rawValue.lowercased())
    }

    private init(unchecked rawValue: String) { self.rawValue = rawValue }

    /// The tags in which texts for this language are looked up, the most specific first: `pt-br`, then `pt` (RFC 4647,
    /// section 3.4).
    public var lookup: [LanguageTag] {
        var parts = rawValue.split(separator: "-"), tags: [LanguageTag] = []
        while !parts.isEmpty {
            // A part of one character only introduces the next part.
            if parts.last?.count != 1 { tags.append(LanguageTag(unchecked: parts.joined(separator: "-"))) }
            parts.removeLast()
        }
        return tags
    }

    public var description: String { rawValue }

    public static func < (a: LanguageTag, b: LanguageTag) -> Bool { a.rawValue < b.rawValue }

    private static func isLetter(_ byte: UInt8) -> Bool {
        let lowercase = byte | 0x20
        return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
