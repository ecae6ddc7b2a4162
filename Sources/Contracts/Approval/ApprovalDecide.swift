public import Domain
public import JSONRPC
public import Primitives

public enum ApprovalDecide: Method {
    public static let name = "approval.decide"
    public static let summary = "Moves a person to waiting, approved or disapproved."
    public static let explanation =
        "Names the version that was read, so that two operators cannot undo each other unseen. That the operator owns "
        + "the person's group now is checked in the same transaction. Nobody decides about themselves."
    public static let credential = Credential.sessionWithProof(scopes: ["approvals.decide"])
    public static let listeners: Set<Listener> = [.public, .operations]
    public static let faults: [FaultKind] = [
        .versionStale, .notYourGroup, .selfApproval, .userUnknown, .reasonRequired, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var accountId: AccountID
        public var version: Int
        public var status: ApprovalStatus
        public var reason: String?
        public var requestId: RequestID?

        public enum CodingKeys: String, CodingKey { case accountId, version, status, reason, requestId }

        public init(
            accountId: AccountID, version: Int, status: ApprovalStatus, reason: String? = nil,
            requestId: RequestID? = nil
        ) {
            (self.accountId, self.version, self.status) = (accountId, version, status)
            (self.reason, self.requestId) = (reason, requestId)
        }

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

    public struct Answer: WireObject {
        public var accountId: AccountID
        public var status: ApprovalStatus
        public var version: Int

        public enum CodingKeys: String, CodingKey { case accountId, status, version }

        public init(accountId: AccountID, status: ApprovalStatus, version: Int) {
            (self.accountId, self.status, self.version) = (accountId, status, version)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The person")
            case .status: Field("Where the person stands now")
            case .version: Field("The row's version now", .range(0...1_000_000_000))
            }
        }
    }

    public static let example = (
        params: Params(accountId: Sample.account, version: 1, status: .approvedForSyncing),
        answer: Answer(accountId: Sample.account, status: .approvedForSyncing, version: 2)
    )
}
