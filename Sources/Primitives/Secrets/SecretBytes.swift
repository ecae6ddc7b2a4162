/// Secret bytes, such as the seed of an authenticator entry or a key. On the wire they are base64url text.
public struct SecretBytes: Redacted {
    public let reveal: [UInt8]

    public init(_ bytes: [UInt8]) { reveal = bytes }

    public init?(wire content: [UInt8]) { reveal = content }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let bytes = Base64URL.decode(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not base64url without padding"))
        }
        reveal = bytes
    }

    public func encode(to encoder: any Encoder) throws {
        try Wire.check(encoder, for: self)
        var container = encoder.singleValueContainer()
        try container.encode(Base64URL.encode(reveal))
    }
}
