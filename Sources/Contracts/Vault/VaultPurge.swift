public import JSONRPC
public import Primitives

public enum VaultPurge: Method {
    public static let name = "vault.purge"
    public static let summary = "Deletes all data of an account's vault for good."
    public static let explanation =
        "Auth calls it from its outbox until it is acknowledged, also for an account that has no vault. The account's "
        + "data key is deleted first; a head row marked as purged remains, so that a late push cannot create the vault "
        + "again."
    public static let credential = Credential.service
    public static let listeners: Set<Listener> = [.internal]
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.storageFull]

    public struct Params: WireObject {
        public var accountId: AccountID
        public var requestId: RequestID
        public enum CodingKeys: String, CodingKey { case accountId, requestId }

        public init(accountId: AccountID, requestId: RequestID) {
            (self.accountId, self.requestId) = (accountId, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The deleted account")
            case .requestId: Field("The id of the outbox entry; a repeated call has no further effect")
            }
        }
    }

    public struct Answer: WireObject {
        public var items: Int
        public enum CodingKeys: String, CodingKey { case items }

        public init(items: Int) { self.items = items }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .items: Field("The number of items that this call deleted", .range(0...10_000_000))
            }
        }
    }

    public static let example = (
        params: Params(accountId: Sample.account, requestId: Sample.request),
        answer: Answer(items: 0)
    )
}
