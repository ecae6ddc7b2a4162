/// Bytes nobody may print: shares, seeds, keys on their way. On the wire they are base64url text.
public struct SecretBytes: Redacted {
    /// The bytes in the clear.
    public let reveal: [UInt8]

    /// Takes any bytes.
    public init(_ bytes: [UInt8]) { reveal = bytes }

    /// As `init(_:)`; never nil.
    public init?(wire content: [UInt8]) { reveal = content }

    /// Reads base64url text.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let bytes = Base64URL.decode(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not base64url without padding"))
        }
        reveal = bytes
    }

    /// Writes base64url text to the wire's encoder; throws for every other one.
    public func encode(to encoder: any Encoder) throws {
        try Wire.check(encoder, for: self)
        var container = encoder.singleValueContainer()
        try container.encode(Base64URL.encode(reveal))
    }
}
