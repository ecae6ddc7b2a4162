public import JSONRPC
public import Primitives

public enum SecretList: Method {
    public static let name = "secret.list"
    public static let summary = "Lists the live items, or those in the trash, for callers without a local store."
    public static let explanation =
        "The secrets are not in the answer unless reveal is set, for which a backend needs the scope secrets.read. With "
        + "secrets.codes alone it lists the live items of kind otp, and not the trash."
    public static let credential = Credential.sessionOrDelegation(
        scopes: ["sync"], delegated: ["secrets.codes", "secrets.read"])
    public static let isAllowedInBatch = false
    public static let isRead = true
    public static let faults: [FaultKind] = [.waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired]

    public struct Params: WireObject {
        public var reveal: Bool?
        public var after: SecretID?
        public var limit: Int?
        public var trashed: Bool?
        public enum CodingKeys: String, CodingKey { case reveal, after, limit, trashed }

        public init(reveal: Bool? = nil, after: SecretID? = nil, limit: Int? = nil, trashed: Bool? = nil) {
            (self.reveal, self.after, self.limit, self.trashed) = (reveal, after, limit, trashed)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .reveal: Field("True to return whole bodies")
            case .after: Field("The last item of the previous page")
            case .limit: Field("The largest number of items in the page; 500 when absent", .range(1...500))
            case .trashed: Field("True to list the items in the trash in place of the live ones")
            }
        }
    }

    public struct Answer: WireObject {
        public var secrets: [SecretView]
        public var more: Bool
        public var head: DecimalInt64
        public enum CodingKeys: String, CodingKey { case secrets, more, head }

        public init(secrets: [SecretView], more: Bool, head: DecimalInt64) {
            (self.secrets, self.more, self.head) = (secrets, more, head)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .secrets: Field("The items in order of id", .items(0...500))
            case .more: Field("True when there are more items")
            case .head: Field("The last sequence number in the snapshot that the page was read from")
            }
        }
    }

    public static let example = (
        params: Params(),
        answer: Answer(secrets: [Sample.secretView], more: false, head: DecimalInt64(3))
    )
}
