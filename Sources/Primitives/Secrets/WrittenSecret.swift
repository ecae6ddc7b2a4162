/// A secret that a person reads from paper or a screen and types in: base32 characters, shown in groups of four.
public protocol WrittenSecret: Redacted where Content == String {
    /// The number of characters, a multiple of four.
    static var length: Int { get }
}

extension WrittenSecret {
    /// Reads the secret as a person writes it: in upper or lower case, with or without spaces and hyphens.
    public init?(typed text: String) {
        self.init(wire: text.uppercased().filter { $0 != "-" && !$0.isWhitespace })
    }

    /// The secret in groups of four characters, as it is shown to the person.
    public var grouped: String {
        stride(from: 0, to: Self.length, by: 4).map { String(reveal.dropFirst($0).prefix(4)) }.joined(separator: "-")
    }

    /// True if a text has the right number of characters, all of them A-Z or 2-7.
    static func isWellFormed(_ content: String) -> Bool {
        content.utf8.count == length
            && content.utf8.allSatisfy {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains($0)
            }
    }
}
