public import JSONRPC
public import Primitives

public enum VaultExport: Method {
    public static let name = "vault.export"
    public static let summary = "Writes the live items of kind otp as a file of another authenticator, with their keys."
    public static let explanation =
        "The login of the session must be at most five minutes old. A page is a whole file of its own with at most 500 items. "
        + "An item that cannot be read or does not fit the format refuses the call; no page leaves one out. Items of other "
        + "kinds are in others."
    public static let credential = Credential.session(scopes: ["sync"])
    public static let isAllowedInBatch = false
    public static let isRead = true
    public static let faults: [FaultKind] = [
        .waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired, .reauthenticationRequired,
        .itemUnreadable, .exportRefused,
    ]

    public struct Params: WireObject {
        public var format: String
        public var after: SecretID?
        public var head: DecimalInt64?
        public enum CodingKeys: String, CodingKey { case format, after, head }

        public init(format: String, after: SecretID? = nil, head: DecimalInt64? = nil) {
            (self.format, self.after, self.head) = (format, after, head)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .format: .fileFormat("raivo is only read")
            case .after: Field("The value of next in the answer before; absent for the first page")
            case .head:
                Field(
                    "The head of the first page's answer, required for the pages after it: the call is refused with the "
                        + "reason vaultChanged if the vault has another by now")
            }
        }
    }

    public struct Answer: WireObject {
        public var content: String
        public var count: Int
        public var others: [UnexportedItem]
        public var next: SecretID?
        public var head: DecimalInt64
        public enum CodingKeys: String, CodingKey { case content, count, others, next, head }

        public init(
            content: String, count: Int, others: [UnexportedItem] = [], next: SecretID? = nil, head: DecimalInt64
        ) {
            (self.content, self.count, self.others, self.next, self.head) = (content, count, others, next, head)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .content: Field("A whole file with the items of this page. It holds their keys", .length(0...300_000))
            case .count: Field("The number of items in the file", .range(0...500))
            case .others: Field("The live items of other kinds in this page, which are not exported", .items(0...500))
            case .next: Field("Present if there are more items: the value of after for the next page")
            case .head: Field("The last sequence number in the snapshot that the page was read from")
            }
        }
    }

    public static let example = (
        params: Params(format: "otpauth"),
        answer: Answer(content: Sample.address + "\n", count: 1, head: DecimalInt64(3))
    )
}

/// A live item that an export does not contain.
public struct UnexportedItem: WireObject {
    public var id: SecretID
    public var kind: String
    public enum CodingKeys: String, CodingKey { case id, kind }

    public init(id: SecretID, kind: String) { (self.id, self.kind) = (id, kind) }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .id: Field("The item")
        case .kind: Field("The kind of item: note, login or opaque", .length(1...16))
        }
    }
}
