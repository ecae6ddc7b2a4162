public import JSONRPC

/// The vault's limits. Exceeding one in bytes, or `itemsPerAccount`, is refused with the limit's name.
public struct VaultLimits: WireObject {
    public var opsPerPush: Int
    public var bytesPerPush: Int
    public var bytesPerBody: Int
    public var itemsPerPage: Int
    public var itemsPerAccount: Int
    public var bytesPerAccount: Int
    public var longPollMs: Int
    public enum CodingKeys: String, CodingKey {
        case opsPerPush, bytesPerPush, bytesPerBody, itemsPerPage, itemsPerAccount, bytesPerAccount, longPollMs
    }

    public init(
        opsPerPush: Int, bytesPerPush: Int, bytesPerBody: Int, itemsPerPage: Int, itemsPerAccount: Int,
        bytesPerAccount: Int, longPollMs: Int
    ) {
        (self.opsPerPush, self.bytesPerPush, self.bytesPerBody) = (opsPerPush, bytesPerPush, bytesPerBody)
        (self.itemsPerPage, self.itemsPerAccount) = (itemsPerPage, itemsPerAccount)
        (self.bytesPerAccount, self.longPollMs) = (bytesPerAccount, longPollMs)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .opsPerPush: Field("The largest number of operations in a push", .range(1...100_000))
        case .bytesPerPush: Field("The largest size of a push, in bytes", .range(1...100_000_000))
        case .bytesPerBody: Field("The largest size of a body as JSON, in bytes", .range(1...100_000_000))
        case .itemsPerPage: Field("The largest number of items in a page", .range(1...100_000))
        case .itemsPerAccount:
            Field("The largest number of items of an account, without tombstones", .range(1...10_000_000))
        case .bytesPerAccount:
            Field("The largest size of all bodies of an account, in bytes", .range(1...10_000_000_000))
        case .longPollMs: Field("The longest wait of a pull, in milliseconds", .range(0...60_000))
        }
    }
}
