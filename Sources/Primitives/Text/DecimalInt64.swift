/// A 64-bit number that travels as a decimal string, because many JSON readers round numbers beyond 2^53.
///
/// There is one spelling of each value: no plus sign, no leading zeros, no "-0", ASCII digits only.
public struct DecimalInt64: Hashable, Sendable, Comparable, Codable, LosslessStringConvertible,
    ExpressibleByIntegerLiteral
{
    /// The number itself.
    public let value: Int64

    /// Wraps a number.
    public init(_ value: Int64) { self.value = value }

    /// Wraps a literal.
    public init(integerLiteral value: Int64) { self.value = value }

    /// Reads the one spelling of a 64-bit number; nil for every other text.
    public init?(_ description: String) {
        guard description.utf8.count <= 20, let value = Int64(description), String(value) == description
        else { return nil }
        self.value = value
    }

    /// The decimal digits, with a minus sign where needed.
    public var description: String { String(value) }

    /// By value.
    public static func < (a: DecimalInt64, b: DecimalInt64) -> Bool { a.value < b.value }

    /// Reads the string form; a JSON number or another spelling is refused.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let read = Self(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a 64-bit decimal string"))
        }
        self = read
    }

    /// Writes the string form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
