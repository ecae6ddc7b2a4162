/// A word of a set that may grow: what we know, or the newer word itself, carried through unharmed.
///
/// For values in answers. Params take the plain enum, so that a typo is refused instead of carried.
public enum Open<E: RawRepresentable<String>>: RawRepresentable {
    /// A word this build knows.
    case known(E)
    /// A word from a newer build, exactly as it came.
    case unknown(String)

    /// Takes any word.
    public init(rawValue: String) {
        self = E(rawValue: rawValue).map(Open.known) ?? .unknown(rawValue)
    }

    /// Takes a word we know.
    public init(_ value: E) { self = .known(value) }

    /// The word as it travels.
    public var rawValue: String {
        switch self {
        case .known(let value): value.rawValue
        case .unknown(let word): word
        }
    }

    /// What we know of it; nil for a newer word.
    public var value: E? {
        switch self {
        case .known(let value): value
        case .unknown: nil
        }
    }
}

extension Open: Equatable where E: Equatable {}
extension Open: Hashable where E: Hashable {}
extension Open: Sendable where E: Sendable {}

extension Open: CustomStringConvertible {
    /// The word as it travels.
    public var description: String { rawValue }
}

extension Open: Codable {
    /// Reads any string.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the word.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
