/// A value of an enumeration that newer versions may extend: a known case, or the raw value of an unknown one, which is
/// encoded again unchanged.
///
/// It is meant for values in answers. Parameters use the enumeration itself, so that a misspelt value is refused.
public enum Open<E: RawRepresentable<String>>: RawRepresentable {
    case known(E)
    /// The raw value of a case that this build does not have.
    case unknown(String)

    public init(rawValue: String) {
        self = E(rawValue: rawValue).map(Open.known) ?? .unknown(rawValue)
    }

    public init(_ value: E) { self = .known(value) }

    public var rawValue: String {
        switch self {
        case .known(let value): value.rawValue
        case .unknown(let rawValue): rawValue
        }
    }

    /// The known case; nil for an unknown one.
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
    public var description: String { rawValue }
}

extension Open: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
