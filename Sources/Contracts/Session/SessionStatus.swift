public import Domain
public import JSONRPC
public import Primitives

/// Tells a session where it stands.
public enum SessionStatus: Method {
    /// The wire's name.
    public static let name = "session.status"
    /// For the table of methods.
    public static let summary = "Tells a session where it stands."
    /// For the document.
    public static let explanation = "Tells a session where it stands."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: [])
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
        /// This login
        public var sessionId: SessionID
        /// This device
        public var deviceId: DeviceID
        /// The facility group
        public var group: GroupID
        /// What a refreshed access token would allow
        public var scope: [String]
        /// Where the person stands for syncing
        public var approval: ApprovalStatus
        /// The operator's reason, after a disapproval
        public var approvalReason: String?
        /// While unproven: the two digits to compare
        public var digits: String?

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case accountId, sessionId, deviceId, group, scope, approval, approvalReason, digits
        }

        /// See the members.
        public init(
            accountId: AccountID, sessionId: SessionID, deviceId: DeviceID, group: GroupID, scope: [String],
            approval: ApprovalStatus, approvalReason: String? = nil, digits: String? = nil
        ) {
            self.accountId = accountId
            self.sessionId = sessionId
            self.deviceId = deviceId
            self.group = group
            self.scope = scope
            self.approval = approval
            self.approvalReason = approvalReason
            self.digits = digits
        }

        /// Meaning and bounds of each member.
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

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Nothing(),
            Answer(
                accountId: Sample.account, sessionId: Sample.session, deviceId: Sample.device, group: Sample.group,
                scope: ["account"], approval: .waitingForApproval)
        )
    }
}
