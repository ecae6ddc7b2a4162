/// One of the codes that a person keeps on paper and that lets a new device in: 80 bits as 16 base32 characters.
public struct RecoveryCode: Redacted {
    /// The number of codes that a person gets at once.
    public static let count = 10

    public let reveal: String

    /// Returns nil unless the text is 16 of the characters A-Z and 2-7.
    public init?(wire content: String) {
        guard content.utf8.count == 16,
            content.utf8.allSatisfy({
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0)
            })
        else { return nil }
        reveal = content
    }

    /// Reads the code as a person writes it: in upper or lower case, with or without spaces and hyphens.
    public init?(typed text: String) {
        self.init(wire: text.uppercased().filter { $0 != "-" && !$0.isWhitespace })
    }

    /// Makes the code of the first 10 of at least 10 bytes that nobody can guess.
    public init(bytes: some Sequence<UInt8>) { reveal = Base32.encode(Array(bytes.prefix(10))) }

    /// The code in groups of four characters, as it is shown to the person.
    public var grouped: String {
        stride(from: 0, to: 16, by: 4).map { String(reveal.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }
}
