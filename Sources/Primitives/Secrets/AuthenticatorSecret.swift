/// The secret of an account's second factor: 160 bits as 32 base32 characters.
public struct AuthenticatorSecret: WrittenSecret {
    public static let length = 32

    public let reveal: String

    /// Returns nil unless the text is 32 of the characters A-Z and 2-7.
    public init?(wire content: String) {
        guard Self.isWellFormed(content) else { return nil }
        reveal = content
    }

    /// - Parameter bytes: 20 bytes that nobody can guess; nil is returned for any other count.
    public init?(bytes: [UInt8]) { self.init(wire: Base32.encode(bytes)) }
}
