public import JSONRPC
public import Primitives

/// Lists the live items, for callers that keep no store of their own.
///
/// Secrets themselves are left out unless reveal is set.
public enum SecretList: Method {
    /// The wire's name.
    public static let name = "secret.list"
    /// For the table of methods.
    public static let summary = "Lists the live items, for callers that keep no store of their own."
    /// For the document.
    public static let explanation = "Secrets themselves are left out unless reveal is set."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["sync"])
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [.waitingForApproval, .disapprovedForSyncing, .newDeviceProofRequired]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// Give whole bodies
        public var reveal: Bool?
        /// Go on after this item
        public var after: SecretID?
        /// Items in the page; 500 when absent
        public var limit: Int?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case reveal, after, limit
        }

        /// See the members.
        public init(reveal: Bool? = nil, after: SecretID? = nil, limit: Int? = nil) {
            self.reveal = reveal
            self.after = after
            self.limit = limit
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .reveal: Field("Give whole bodies")
            case .after: Field("Go on after this item")
            case .limit: Field("Items in the page; 500 when absent", .range(1...500))
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// In order of id
        public var secrets: [SecretView]
        /// True when the page was full
        public var more: Bool
        /// The snapshot the page was read from
        public var head: DecimalInt64

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case secrets, more, head
        }

        /// See the members.
        public init(secrets: [SecretView], more: Bool, head: DecimalInt64) {
            self.secrets = secrets
            self.more = more
            self.head = head
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .secrets: Field("In order of id", .items(0...500))
            case .more: Field("True when the page was full")
            case .head: Field("The snapshot the page was read from")
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(),
            Answer(secrets: [Sample.secretView], more: false, head: DecimalInt64(3))
        )
    }
}
