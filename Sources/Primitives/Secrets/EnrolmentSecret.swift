/// The secret that an operator's first login shows beside the code: 120 random bits as 24 base32 characters.
public struct EnrolmentSecret: Redacted {
    public let reveal: String

    /// Returns nil unless the text is 24 of the characters A-Z and 2-7.
    public init?(wire content: String) {
        guard content.utf8.count == 24,
            content.utf8.allSatisfy({
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0)
            })
        else { return nil }
        reveal = content
    }

    /// Reads the secret as a person writes it: in upper or lower case, with or without spaces and hyphens.
    public init?(typed text: String) {
        self.init(wire: text.uppercased().filter { $0 != "-" && !$0.isWhitespace })
    }

    /// Makes a new secret.
    public init(_ random: RandomSource) { reveal = Base32.encode(random.bytes(15)) }

    /// The secret in groups of four characters, as it is shown to the administrator.
    public var grouped: String {
        stride(from: 0, to: 24, by: 4).map { String(reveal.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }
}
