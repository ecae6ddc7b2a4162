public import JSONRPC
public import Primitives

/// Empties an account's vault for good, also one never seen.
///
/// Told by auth through its outbox until it is acknowledged. The account's data key is destroyed first; the head row
/// stays and says purged, so a late push cannot bring the vault to life.
public enum VaultPurge: Method {
    /// The wire's name.
    public static let name = "vault.purge"
    /// For the table of methods.
    public static let summary = "Empties an account's vault for good, also one never seen."
    /// For the document.
    public static let explanation =
        "Told by auth through its outbox until it is acknowledged. The account's data key is destroyed "
        + "first; the head row stays and says purged, so a late push cannot bring the vault to life."
    /// What the caller shows.
    public static let credential = Credential.service
    /// Where it is served.
    public static let listeners: Set<Listener> = [.internal]
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [.storageFull]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The deleted person
        public var accountId: AccountID
        /// Repeating it is harmless
        public var requestId: RequestID

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case accountId, requestId
        }

        /// See the members.
        public init(accountId: AccountID, requestId: RequestID) {
            self.accountId = accountId
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The deleted person")
            case .requestId: Field("Repeating it is harmless")
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// How many items were erased by this call
        public var items: Int

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case items
        }

        /// See the members.
        public init(items: Int) {
            self.items = items
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .items: Field("How many items were erased by this call", .range(0...10_000_000))
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(accountId: Sample.account, requestId: Sample.request),
            Answer(items: 0)
        )
    }
}
