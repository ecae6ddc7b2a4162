public import Domain
public import JSONRPC
public import Primitives

/// Says why a person can or cannot sync.
public enum ApprovalExplain: Method {
    /// The wire's name.
    public static let name = "approval.explain"
    /// For the table of methods.
    public static let summary = "Says why a person can or cannot sync."
    /// For the document.
    public static let explanation = "Says why a person can or cannot sync."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["approvals.decide"])
    /// Where it is served.
    public static let listeners: Set<Listener> = [.public, .operations]
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [.userUnknown, .notYourGroup]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The person
        public var accountId: AccountID

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case accountId
        }

        /// See the members.
        public init(accountId: AccountID) {
            self.accountId = accountId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The person")
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// The person
        public var accountId: AccountID
        /// Whether a live, admitted session of theirs may sync
        public var canSync: Bool
        /// Where the person stands
        public var status: ApprovalStatus
        /// The facts, one plain sentence each
        public var because: [String]

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case accountId, canSync, status, because
        }

        /// See the members.
        public init(accountId: AccountID, canSync: Bool, status: ApprovalStatus, because: [String]) {
            self.accountId = accountId
            self.canSync = canSync
            self.status = status
            self.because = because
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The person")
            case .canSync: Field("Whether a live, admitted session of theirs may sync")
            case .status: Field("Where the person stands")
            case .because: Field("The facts, one plain sentence each", .items(1...20))
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(accountId: Sample.account),
            Answer(
                accountId: Sample.account, canSync: false, status: .waitingForApproval,
                because: ["No operator of fieldwork has decided yet."])
        )
    }
}
