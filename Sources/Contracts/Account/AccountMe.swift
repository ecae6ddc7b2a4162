public import Domain
public import JSONRPC
public import Primitives

/// Tells the person what auth knows of them.
public enum AccountMe: Method {
    /// The wire's name.
    public static let name = "account.me"
    /// For the table of methods.
    public static let summary = "Tells the person what auth knows of them."
    /// For the document.
    public static let explanation = "Tells the person what auth knows of them."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["account"])
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = []

    /// As Nothing says.
    public typealias Params = Nothing

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// The person
        public var accountId: AccountID
        /// The number, whole: it is their own
        public var phone: String
        /// Member, parent, child or operator
        public var kind: String
        /// The facility group
        public var group: GroupID
        /// Where the person stands for syncing
        public var approval: ApprovalStatus
        /// When the account was made
        public var createdAtMs: Instant

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case accountId, phone, kind, group, approval, createdAtMs
        }

        /// See the members.
        public init(
            accountId: AccountID, phone: String, kind: String, group: GroupID, approval: ApprovalStatus,
            createdAtMs: Instant
        ) {
            self.accountId = accountId
            self.phone = phone
            self.kind = kind
            self.group = group
            self.approval = approval
            self.createdAtMs = createdAtMs
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The person")
            case .phone: Field("The number, whole: it is their own")
            case .kind: Field("Member, parent, child or operator")
            case .group: Field("The facility group")
            case .approval: Field("Where the person stands for syncing")
            case .createdAtMs: Field("When the account was made")
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Nothing(),
            Answer(
                accountId: Sample.account, phone: Sample.phone, kind: "member", group: Sample.group,
                approval: .waitingForApproval, createdAtMs: Sample.earlier)
        )
    }
}
