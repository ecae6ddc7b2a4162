public import Domain
public import JSONRPC
public import Primitives

/// Moves a person to waiting, approved or disapproved.
///
/// Names the version that was read, so that two operators cannot undo each other unseen. That the operator owns the
/// person's group now is checked in the same transaction. Nobody decides about themselves.
public enum ApprovalDecide: Method {
    /// The wire's name.
    public static let name = "approval.decide"
    /// For the table of methods.
    public static let summary = "Moves a person to waiting, approved or disapproved."
    /// For the document.
    public static let explanation =
        "Names the version that was read, so that two operators cannot undo each other unseen. That the "
        + "operator owns the person's group now is checked in the same transaction. Nobody decides about "
        + "themselves."
    /// What the caller shows.
    public static let credential = Credential.sessionWithProof(scopes: ["approvals.decide"])
    /// Where it is served.
    public static let listeners: Set<Listener> = [.public, .operations]
    /// How its own rules refuse.
    public static let faults: [FaultKind] = [
        .versionStale, .notYourGroup, .selfApproval, .userUnknown, .reasonRequired, .requestIdReused,
    ]

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The person
        public var accountId: AccountID
        /// The version that was read
        public var version: Int
        /// Where the person stands from now on
        public var status: ApprovalStatus
        /// Required to disapprove; the person sees it
        public var reason: String?
        /// Repeating it with the same content answers with the first result
        public var requestId: RequestID?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case accountId, version, status, reason, requestId
        }

        /// See the members.
        public init(
            accountId: AccountID, version: Int, status: ApprovalStatus, reason: String? = nil,
            requestId: RequestID? = nil
        ) {
            self.accountId = accountId
            self.version = version
            self.status = status
            self.reason = reason
            self.requestId = requestId
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The person")
            case .version: Field("The version that was read", .range(0...1_000_000_000))
            case .status: Field("Where the person stands from now on")
            case .reason: Field("Required to disapprove; the person sees it", .length(1...500))
            case .requestId: Field("Repeating it with the same content answers with the first result")
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// The person
        public var accountId: AccountID
        /// Where the person stands now
        public var status: ApprovalStatus
        /// The row's version now
        public var version: Int

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case accountId, status, version
        }

        /// See the members.
        public init(accountId: AccountID, status: ApprovalStatus, version: Int) {
            self.accountId = accountId
            self.status = status
            self.version = version
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The person")
            case .status: Field("Where the person stands now")
            case .version: Field("The row's version now", .range(0...1_000_000_000))
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(accountId: Sample.account, version: 1, status: .approvedForSyncing),
            Answer(accountId: Sample.account, status: .approvedForSyncing, version: 2)
        )
    }
}
