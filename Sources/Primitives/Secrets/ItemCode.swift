/// The code of an item of the vault: six to eight digits, leading zeros included, or the five characters of a Steam code.
public struct ItemCode: Redacted {
    public let reveal: String

    /// Returns nil for any other text.
    public init?(wire content: String) {
        let isSteam = content.utf8.count == 5 && content.utf8.allSatisfy(Self.steamCharacters.contains)
        guard content.isDigits(6...8) || isSteam else { return nil }
        reveal = content
    }

    private static let steamCharacters = Set("23456789BCDFGHJKMNPQRTVWXY".utf8)
}
