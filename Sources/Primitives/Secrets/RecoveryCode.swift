/// One of the codes that a person keeps on paper and that lets a new device in: 80 bits as 16 base32 characters.
public struct RecoveryCode: WrittenSecret {
    /// The number of codes that a person gets at once.
    public static let count = 10

    public static let length = 16

    public let reveal: String

    /// Returns nil unless the text is 16 of the characters A-Z and 2-7.
    public init?(wire content: String) {
        guard Self.isWellFormed(content) else { return nil }
        reveal = content
    }

    /// Makes the code of the first 10 of at least 10 bytes that nobody can guess.
    public init(bytes: some Sequence<UInt8>) { reveal = Base32.encode(Array(bytes.prefix(10))) }
}
