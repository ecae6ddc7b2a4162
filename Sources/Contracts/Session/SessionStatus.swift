public import Domain
public import JSONRPC
public import Primitives

public enum SessionStatus: Method {
    public static let name = "session.status"
    public static let summary = "Returns the state of the caller's session."
    public static let explanation =
        "An unproven session gets its own identifiers, its scope and its digits, and nothing of the account."
    public static let credential = Credential.sessionWithProof(scopes: [])
    public static let isRead = true

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var accountId: AccountID?
        public var sessionId: SessionID
        public var deviceId: DeviceID
        public var group: GroupID?
        public var scope: [Open<Scope>]
        public var approval: ApprovalStatus?
        public var approvalReason: String?
        public var digits: String?
        public enum CodingKeys: String, CodingKey {
            case accountId, sessionId, deviceId, group, scope, approval, approvalReason, digits
        }

        public init(
            accountId: AccountID?, sessionId: SessionID, deviceId: DeviceID, group: GroupID?, scope: [Open<Scope>],
            approval: ApprovalStatus?, approvalReason: String? = nil, digits: String? = nil
        ) {
            (self.accountId, self.sessionId, self.deviceId, self.group) = (accountId, sessionId, deviceId, group)
            (self.scope, self.approval, self.approvalReason, self.digits) = (scope, approval, approvalReason, digits)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The account; absent while the session is unproven")
            case .sessionId: Field("This login")
            case .deviceId: Field("This device")
            case .group: Field("The facility group; absent while the session is unproven")
            case .scope: Field("The scopes of the next access token")
            case .approval: Field("The person's approval status; absent while the session is unproven")
            case .approvalReason: Field("The reason given with the approval status", .length(1...500))
            case .digits: Field("The two digits to compare; present while the session is unproven", .length(2...2))
            }
        }
    }

    public static let example = (
        params: Nothing(),
        answer: Answer(
            accountId: Sample.account, sessionId: Sample.session, deviceId: Sample.device, group: Sample.group,
            scope: [Open(.account)], approval: .waitingForApproval)
    )
}
