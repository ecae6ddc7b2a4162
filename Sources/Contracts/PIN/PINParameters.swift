public import JSONRPC

/// What the key of a PIN is derived from beside the PIN itself.
public struct PINParameters: WireObject {
    public var generation: Int
    public var salt: String
    public var kdf: KeyDerivation
    public enum CodingKeys: String, CodingKey { case generation, salt, kdf }

    public init(generation: Int, salt: String, kdf: KeyDerivation) {
        (self.generation, self.salt, self.kdf) = (generation, salt, kdf)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .generation: Field("The number of this PIN among those of the account", .range(1...1_000_000_000))
        case .salt: Field("16 bytes, base64url", .length(22...22))
        case .kdf: Field("The key derivation")
        }
    }
}
