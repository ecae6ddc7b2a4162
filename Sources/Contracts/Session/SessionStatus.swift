public import Domain
public import JSONRPC
public import Primitives

public enum SessionStatus: Method {
    public static let name = "session.status"
    public static let summary = "Tells a session where it stands."
    public static let credential = Credential.session(scopes: [])
    public static let isRead = true

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var accountId: AccountID
        public var sessionId: SessionID
        public var deviceId: DeviceID
        public var group: GroupID
        public var scope: [String]
        public var approval: ApprovalStatus
        public var approvalReason: String?
        public var digits: String?

        public enum CodingKeys: String, CodingKey {
            case accountId, sessionId, deviceId, group, scope, approval, approvalReason, digits
        }

        public init(
            accountId: AccountID, sessionId: SessionID, deviceId: DeviceID, group: GroupID, scope: [String],
            approval: ApprovalStatus, approvalReason: String? = nil, digits: String? = nil
        ) {
            (self.accountId, self.sessionId, self.deviceId, self.group) = (accountId, sessionId, deviceId, group)
            (self.scope, self.approval, self.approvalReason, self.digits) = (scope, approval, approvalReason, digits)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The person")
            case .sessionId: Field("This login")
            case .deviceId: Field("This device")
            case .group: Field("The facility group")
            case .scope: Field("What a refreshed access token would allow")
            case .approval: Field("Where the person stands for syncing")
            case .approvalReason: Field("The operator's reason, after a disapproval", .length(1...500))
            case .digits: Field("While unproven: the two digits to compare", .length(2...2))
            }
        }
    }

    public static let example = (
        params: Nothing(),
        answer: Answer(
            accountId: Sample.account, sessionId: Sample.session, deviceId: Sample.device, group: Sample.group,
            scope: ["account"], approval: .waitingForApproval)
    )
}
