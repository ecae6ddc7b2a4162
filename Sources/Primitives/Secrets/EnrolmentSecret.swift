/// The secret that an operator's first login shows beside the code: 120 random bits as 24 base32 characters.
public struct EnrolmentSecret: WrittenSecret {
    public static let length = 24

    public let reveal: String

    /// Returns nil unless the text is 24 of the characters A-Z and 2-7.
    public init?(wire content: String) {
        guard Self.isWellFormed(content) else { return nil }
        reveal = content
    }

    /// Makes a new secret.
    public init(_ random: RandomSource) { reveal = Base32.encode(random.bytes(15)) }
}
