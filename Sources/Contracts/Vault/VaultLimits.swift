public import JSONRPC

/// What the vault takes; more is refused by name.
public struct VaultLimits: Described, Hashable {
    /// Operations in one push
    public var opsPerPush: Int
    /// Bytes in one push
    public var bytesPerPush: Int
    /// Bytes of one body as JSON
    public var bytesPerBody: Int
    /// Items in one page of a pull
    public var itemsPerPage: Int
    /// Items of one account, tombstones not counted
    public var itemsPerAccount: Int
    /// Bytes of one account's bodies
    public var bytesPerAccount: Int
    /// The longest wait of a pull, in milliseconds
    public var longPollMs: Int

    /// The member names on the wire, in the order of positional params.
    public enum CodingKeys: String, CodingKey {
        case opsPerPush, bytesPerPush, bytesPerBody, itemsPerPage, itemsPerAccount, bytesPerAccount, longPollMs
    }

    /// See the members.
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

    /// Meaning and bounds of each member.
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
