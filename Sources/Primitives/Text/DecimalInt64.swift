/// A 64-bit integer that is a decimal string in JSON, because many JSON parsers round numbers beyond 2^53.
///
/// Each value has exactly one text: ASCII digits, with a minus sign in front of a negative value. A plus sign, leading
/// zeros and "-0" are refused.
public struct DecimalInt64: Hashable, Sendable, Comparable, Codable, LosslessStringConvertible,
    ExpressibleByIntegerLiteral
{
    public let value: Int64

    public init(_ value: Int64) { self.value = value }

    public init(integerLiteral value: Int64) { self.value = value }

    /// Parses the canonical text of a 64-bit integer; nil for any other text.
    public init?(_ description: String) {
        guard description.utf8.count <= 20, let value = Int64(description), String(value) == description
        else { return nil }
        self.value = value
    }

    public var description: String { String(value) }

    public static func < (a: DecimalInt64, b: DecimalInt64) -> Bool { a.value < b.value }

    /// Decodes the string form. A JSON number or a text of another form is refused.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let read = Self(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a 64-bit decimal string"))
        }
        self = read
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
