public import JSONRPC

/// The body of an item of kind `opaque`, which a device has encrypted. The vault reads none of it.
public struct OpaqueBody: WireObject {
    public var ciphertext: String
    public var keyVersion: Int
    public var clientTag: String?
    public enum CodingKeys: String, CodingKey { case ciphertext, keyVersion, clientTag }

    public init(ciphertext: String, keyVersion: Int, clientTag: String? = nil) {
        (self.ciphertext, self.keyVersion, self.clientTag) = (ciphertext, keyVersion, clientTag)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .ciphertext: Field("The encrypted content with its nonce, base64url without padding", .length(1...65_000))
        case .keyVersion: .keyVersion
        case .clientTag:
            Field(
                "A keyed hash by which the account's devices recognise equal contents, base64url", .length(16...128))
        }
    }
}
