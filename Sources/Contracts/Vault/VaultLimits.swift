public import JSONRPC

/// The vault's limits.
///
/// A limit on bytes, on an account or on an hour is refused by name (`limitReached`). The exception is
/// `historyBytesPerAccount`: beyond it the oldest former versions are deleted.
///
/// The optional members came after the first version; this vault always sends them, an older one does not.
public struct VaultLimits: WireObject {
    public var opsPerPush: Int
    public var bytesPerPush: Int
    public var bytesPerBody: Int
    public var itemsPerPage: Int
    public var itemsPerAccount: Int
    public var bytesPerAccount: Int
    public var tombstonesPerAccount: Int?
    public var operationsPerAccount: Int?
    public var historyBytesPerAccount: Int?
    public var operationsPerHour: Int?
    public var longPollMs: Int
    public var wrapsPerAccount: Int?
    public var backendOperationsPerHour: Int?
    public enum CodingKeys: String, CodingKey {
        case opsPerPush, bytesPerPush, bytesPerBody, itemsPerPage, itemsPerAccount, bytesPerAccount
        case tombstonesPerAccount, operationsPerAccount, historyBytesPerAccount, operationsPerHour, longPollMs
        case wrapsPerAccount, backendOperationsPerHour
    }

    public init(
        opsPerPush: Int, bytesPerPush: Int, bytesPerBody: Int, itemsPerPage: Int, itemsPerAccount: Int,
        bytesPerAccount: Int, tombstonesPerAccount: Int? = nil, operationsPerAccount: Int? = nil,
        historyBytesPerAccount: Int? = nil, operationsPerHour: Int? = nil, longPollMs: Int,
        wrapsPerAccount: Int? = nil, backendOperationsPerHour: Int? = nil
    ) {
        (self.opsPerPush, self.bytesPerPush, self.bytesPerBody) = (opsPerPush, bytesPerPush, bytesPerBody)
        (self.itemsPerPage, self.itemsPerAccount) = (itemsPerPage, itemsPerAccount)
        (self.bytesPerAccount, self.longPollMs) = (bytesPerAccount, longPollMs)
        (self.tombstonesPerAccount, self.operationsPerAccount) = (tombstonesPerAccount, operationsPerAccount)
        (self.historyBytesPerAccount, self.operationsPerHour) = (historyBytesPerAccount, operationsPerHour)
        (self.wrapsPerAccount, self.backendOperationsPerHour) = (wrapsPerAccount, backendOperationsPerHour)
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
        case .tombstonesPerAccount:
            Field(
                "The number of tombstones of an account from which on no item can be added; items can still be edited "
                    + "and deleted",
                .range(1...10_000_000))
        case .operationsPerAccount:
            Field(
                "The largest number of operations of an account whose outcomes are kept for retries; backends are refused once half of it "
                    + "is used. Items can be moved to the trash and deleted beyond it",
                .range(1...100_000_000))
        case .historyBytesPerAccount:
            Field(
                "The largest size of the former versions of an account, in bytes; beyond it the oldest are deleted",
                .range(1...10_000_000_000))
        case .operationsPerHour:
            Field("The largest number of operations that an account may send in an hour", .range(1...10_000_000))
        case .backendOperationsPerHour:
            Field(
                "The largest number of operations that all backends of an account may send in an hour; they do not count "
                    + "in operationsPerHour",
                .range(1...10_000_000))
        case .wrapsPerAccount:
            Field("The largest number of wrapped keys of an account (vault.keys)", .range(1...10_000))
        case .longPollMs: Field("The longest wait of a pull, in milliseconds", .range(0...60_000))
        }
    }
}
