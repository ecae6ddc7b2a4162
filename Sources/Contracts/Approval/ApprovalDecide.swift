public import Domain
public import JSONRPC
public import Primitives

public enum ApprovalDecide: Method {
    public static let name = "approval.decide"
    public static let summary = "Sets a person's approval status to waiting, approved or disapproved."
    public static let explanation =
        "The call contains the version that was read, so that two operators cannot overwrite each other's decisions. "
        + "The same transaction checks that the operator still manages the person's group. Operators cannot decide "
        + "about themselves. After 50 decisions of an operator within an hour another operator has to confirm: approval.confirmBulk."
    public static let credential = Credential.sessionWithProof(scopes: ["approvals.decide"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let faults: [FaultKind] = [
        .versionStale, .notYourGroup, .selfApproval, .userUnknown, .childFollowsParents, .reasonRequired,
        .secondOperatorRequired, .requestIdReused,
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
            case .accountId: Field("The account")
            case .version: Field("The version of the person's record that was read", .range(0...1_000_000_000))
            case .status: Field("The new approval status")
            case .reason:
                Field(
                    "The reason, which the person sees; required to disapprove: \(Field.charactersOfReason)",
                    .length(1...500))
            case .requestId: .idempotencyKey
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
            case .accountId: Field("The account")
            case .status: Field("The new approval status")
            case .version: Field("The new version of the person's record", .range(0...1_000_000_000))
            }
        }
    }

    public static let example = (
        params: Params(accountId: Sample.account, version: 1, status: .approvedForSyncing),
        answer: Answer(accountId: Sample.account, status: .approvedForSyncing, version: 2)
    )
}
