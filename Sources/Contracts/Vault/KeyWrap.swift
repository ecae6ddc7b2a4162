public import JSONRPC
public import Primitives

/// The key of an account that encrypts on its devices, wrapped for one party that may unwrap it.
public struct KeyWrap: WireObject {
    public var keyVersion: Int
    public var wrapId: String
    public var tag: String
    public var wrapped: String
    public var meta: String?
    public var updatedAtMs: Instant
    public var updatedBy: DeviceID
    public enum CodingKeys: String, CodingKey { case keyVersion, wrapId, tag, wrapped, meta, updatedAtMs, updatedBy }

    public init(
        keyVersion: Int, wrapId: String, tag: String, wrapped: String, meta: String? = nil, updatedAtMs: Instant,
        updatedBy: DeviceID
    ) {
        (self.keyVersion, self.wrapId, self.tag, self.wrapped) = (keyVersion, wrapId, tag, wrapped)
        (self.meta, self.updatedAtMs, self.updatedBy) = (meta, updatedAtMs, updatedBy)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .keyVersion: .keyVersion
        case .wrapId: .wrapId
        case .tag: Field("The present version of the wrap, which a change or removal names", .length(1...32))
        case .wrapped: .wrappedKey
        case .meta: .wrapMeta
        case .updatedAtMs: Field("The time of the last change")
        case .updatedBy: Field("The device that changed it last")
        }
    }
}

extension Field {
    static let keyVersion = Field("The version of the account key", .range(1...1_000_000))
    static let wrapId = Field(
        "The party that can unwrap the key: the id of a device, or recovery", .length(1...64))
    static let wrappedKey = Field("The wrapped key, base64url without padding", .length(1...512))
    static let wrapMeta = Field(
        "What the party needs to unwrap it, such as the wrapping device's public key; the vault does not read it",
        .length(0...512))
}
