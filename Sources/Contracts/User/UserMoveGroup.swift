public import Domain
public import JSONRPC
public import Primitives

public enum UserMoveGroup: Method {
    public static let name = "user.moveGroup"
    public static let summary = "Moves a person to another facility group, and ends their sessions."
    public static let explanation =
        "An operator needs both groups, which the transaction of the move checks. The person's sessions end with "
        + "movedFacilityGroup, and their devices keep everything. A disapproved person stays disapproved; anybody else waits for "
        + "approval again, or is approved if the new group approves by itself and no requested PIN waits. Both groups register the "
        + "same kind of account and verify numbers in the same way."
    public static let credential = Credential.sessionWithProof(scopes: ["approvals.decide"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let faults: [FaultKind] = [
        .versionStale, .notYourGroup, .selfApproval, .userUnknown, .childFollowsParents, .groupUnknown,
        .groupUnsuitable, .secondOperatorRequired, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var accountId: AccountID
        public var version: Int
        public var group: GroupID
        public var reason: String?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case accountId, version, group, reason, requestId }

        public init(
            accountId: AccountID, version: Int, group: GroupID, reason: String? = nil, requestId: RequestID? = nil
        ) {
            (self.accountId, self.version, self.group) = (accountId, version, group)
            (self.reason, self.requestId) = (reason, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: .personAccount
            case .version: Field("The version of the person's record that was read", .range(0...1_000_000_000))
            case .group: Field("The group to which the person is moved")
            case .reason: .decisionReason
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var accountId: AccountID
        public var group: GroupID
        public var status: ApprovalStatus
        public var version: Int
        public enum CodingKeys: String, CodingKey { case accountId, group, status, version }

        public init(accountId: AccountID, group: GroupID, status: ApprovalStatus, version: Int) {
            (self.accountId, self.group, self.status, self.version) = (accountId, group, status, version)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: .personAccount
            case .group: Field("The group that the person is in now")
            case .status: Field("The person's approval status in it")
            case .version: Field("The new version of the person's record", .range(0...1_000_000_000))
            }
        }
    }

    public static let example = (
        params: Params(accountId: Sample.account, version: 1, group: Sample.group, reason: "works there now"),
        answer: Answer(
            accountId: Sample.account, group: Sample.group, status: .waitingForApproval, version: 2)
    )
}
