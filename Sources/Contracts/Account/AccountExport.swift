public import Domain
public import JSONRPC
public import Primitives

public enum AccountExport: Method {
    public static let name = "account.export"
    public static let summary = "Returns what auth has stored about the person, without secrets."
    public static let explanation =
        "One document for the person to keep: the account with its whole number, the approval with its reason, devices, sessions, "
        + "notices, the children with the invites that the person has made, and the decisions about the person, the moves between "
        + "groups among them, without the names of those who decided. It contains no secret and no hash of one, and no other "
        + "parent's account or number. Three kinds of rows are left out. Sessions that have ended are kept only so that their tokens "
        + "are refused with the reason; devices and notices tell the same. The audit log also says what other people and "
        + "operators have done, and what an attacker has tried; operators and the administrator read it. The groups in which an "
        + "operator decides belong to the task and not to the person; the administrator lists them. The entries are the vault's: "
        + "vault.pull returns them."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isAllowedInBatch = false
    public static let isRead = true

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var exportedAtMs: Instant
        public var account: AccountMe.Answer
        public var state: Registration.State
        public var approvalReason: String?
        public var approvalSinceMs: Instant
        public var hasPin: Bool
        public var hasSecondFactor: Bool
        public var devices: [DeviceView]
        public var sessions: [SessionView]
        public var notices: [NoticeView]
        public var decisions: [DecisionView]
        public var children: [ExportedChild]
        public enum CodingKeys: String, CodingKey {
            case exportedAtMs, account, state, approvalReason, approvalSinceMs, hasPin, hasSecondFactor, devices
            case sessions, notices, decisions, children
        }

        public init(
            exportedAtMs: Instant, account: AccountMe.Answer, state: Registration.State, approvalReason: String? = nil,
            approvalSinceMs: Instant, hasPin: Bool, hasSecondFactor: Bool, devices: [DeviceView],
            sessions: [SessionView], notices: [NoticeView], decisions: [DecisionView], children: [ExportedChild]
        ) {
            (self.exportedAtMs, self.account, self.state) = (exportedAtMs, account, state)
            (self.approvalReason, self.approvalSinceMs) = (approvalReason, approvalSinceMs)
            (self.hasPin, self.hasSecondFactor) = (hasPin, hasSecondFactor)
            (self.devices, self.sessions) = (devices, sessions)
            (self.notices, self.decisions, self.children) = (notices, decisions, children)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .exportedAtMs: Field("The time at which this was read")
            case .account: Field("The account, with the whole phone number")
            case .state: Field("REGISTERED or BLOCKED")
            case .approvalReason: Field("The reason given with the approval status", .length(1...500))
            case .approvalSinceMs: Field("The time at which the approval status was last decided")
            case .hasPin: Field("True if the account has a PIN")
            case .hasSecondFactor: Field("True if the account has a confirmed second factor")
            case .devices: Field("The devices, those used last first", .items(0...200))
            case .sessions: Field("The sessions that have not ended, the newest first", .items(0...200))
            case .notices: Field("What was done to the account in the last 90 days, the newest first", .items(0...300))
            case .decisions:
                Field("The newest decisions about the person, without those who have decided", .items(0...100))
            case .children: Field("The children, those that were added first at first", .items(0...20))
            }
        }
    }

    public static let example = (
        params: Nothing(),
        answer: Answer(
            exportedAtMs: Sample.soon, account: AccountMe.example.answer, state: .registered,
            approvalSinceMs: Sample.earlier, hasPin: false, hasSecondFactor: false, devices: [Sample.deviceView],
            sessions: [Sample.sessionView], notices: [], decisions: [], children: [])
    )
}
