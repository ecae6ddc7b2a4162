public import JSONRPC

/// The vault's limits; a call that exceeds one is refused with the limit's name.
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
        self.opsPerPush = opsPerPush
        self.bytesPerPush = bytesPerPush
        self.bytesPerBody = bytesPerBody
        self.itemsPerPage = itemsPerPage
        self.itemsPerAccount = itemsPerAccount
        self.bytesPerAccount = bytesPerAccount
        self.longPollMs = longPollMs
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .opsPerPush: Field("Operations in one push", .range(1...100_000))
        case .bytesPerPush: Field("Bytes in one push", .range(1...100_000_000))
        case .bytesPerBody: Field("Bytes of one body as JSON", .range(1...100_000_000))
        case .itemsPerPage: Field("Items in one page of a pull", .range(1...100_000))
        case .itemsPerAccount: Field("Items of one account, tombstones not counted", .range(1...10_000_000))
        case .bytesPerAccount: Field("Bytes of one account's bodies", .range(1...10_000_000_000))
        case .longPollMs: Field("The longest wait of a pull, in milliseconds", .range(0...60_000))
        }
    }
}
