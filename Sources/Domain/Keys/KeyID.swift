/// The kind and the number of a key, which the name of its file contains: `auth.signing-2.pem` holds `signing-2`.
public struct KeyID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let kind: KeyKind
    /// From 1 to 999 999.
    public let number: Int

    public static let numbers = 1...999_999

    /// Returns nil for a number out of bounds.
    public init?(_ kind: KeyKind, _ number: Int) {
        guard Self.numbers.contains(number) else { return nil }
        self.kind = kind
        self.number = number
    }

    /// Parses `kind-number`; nil for other text, and for a number with leading zeros.
    public init?(rawValue: String) {
        let sides = rawValue.split(separator: "-", omittingEmptySubsequences: false)
        guard sides.count == 2, let kind = KeyKind(rawValue: String(sides[0])), let number = Int(sides[1]),
            String(number) == sides[1]
        else { return nil }
        self.init(kind, number)
    }

    public var rawValue: String { "\(kind.rawValue)-\(number)" }

    public var description: String { rawValue }
}
