public import Domain
public import JSONRPC
public import Primitives

public enum ApprovalExplain: Method {
    public static let name = "approval.explain"
    public static let summary = "Explains why a person can or cannot sync."
    public static let credential = Credential.sessionWithProof(scopes: ["approvals.decide"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let isRead = true
    public static let faults: [FaultKind] = [.userUnknown, .notYourGroup]

    public struct Params: WireObject {
        public var accountId: AccountID
        public enum CodingKeys: String, CodingKey { case accountId }

        public init(accountId: AccountID) { self.accountId = accountId }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The account")
            }
        }
    }

    public struct Answer: WireObject {
        public var accountId: AccountID
        public var canSync: Bool
        public var status: ApprovalStatus
        public var because: [String]
        public enum CodingKeys: String, CodingKey { case accountId, canSync, status, because }

        public init(accountId: AccountID, canSync: Bool, status: ApprovalStatus, because: [String]) {
            (self.accountId, self.canSync, self.status, self.because) = (accountId, canSync, status, because)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The account")
            case .canSync: Field("True if a live, admitted session of the person may sync")
            case .status: Field("The person's approval status")
            case .because: Field("The facts, one sentence each", .items(1...20))
            }
        }
    }

    public static let example = (
        params: Params(accountId: Sample.account),
        answer: Answer(
            accountId: Sample.account, canSync: false, status: .waitingForApproval,
            because: ["No operator of fieldwork has decided yet."])
    )
}
