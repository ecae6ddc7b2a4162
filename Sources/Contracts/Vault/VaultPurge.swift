public import JSONRPC
public import Primitives

public enum VaultPurge: Method {
    public static let name = "vault.purge"
    public static let summary = "Empties an account's vault for good, also one never seen."
    public static let explanation =
        "Told by auth through its outbox until it is acknowledged. The account's data key is destroyed first; the "
        + "head row stays and says purged, so a late push cannot bring the vault to life."
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
            case .accountId: Field("The deleted person")
            case .requestId: Field("Repeating it is harmless")
            }
        }
    }

    public struct Answer: WireObject {
        public var items: Int

        public enum CodingKeys: String, CodingKey { case items }

        public init(items: Int) { self.items = items }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .items: Field("How many items were erased by this call", .range(0...10_000_000))
            }
        }
    }

    public static let example = (
        params: Params(accountId: Sample.account, requestId: Sample.request),
        answer: Answer(items: 0)
    )
}
