public import Domain
public import JSONRPC
public import Primitives

public enum UserShow: Method {
    public static let name = "user.show"
    public static let summary =
        "Shows one person to an operator of their group: state, devices, waiting sessions, family, decisions."
    public static let explanation =
        "The phone number is masked. The digits of waiting sessions are not shown: the person reads them out, and the "
        + "operator enters them in user.admit. The administrator sees everybody, an operator the people of their own groups."
    public static let credential = Credential.sessionWithProof(scopes: ["users.read"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let isRead = true
    public static let faults: [FaultKind] = [.userUnknown, .notYourGroup]

    public typealias Params = OnePerson

    public struct Answer: WireObject {
        public var accountId: AccountID
        public var phone: String
        public var kind: Open<Role>
        public var state: Registration.State
        public var group: GroupID
        public var approval: ApprovalStatus
        public var approvalReason: String?
        public var version: Int
        public var hasRequestedPin: Bool
        public var createdAtMs: Instant
        public var devices: [PersonDevice]
        public var waiting: [WaitingSession]
        public var decisions: [DecisionView]
        public var family: PersonFamily?
        public enum CodingKeys: String, CodingKey {
            case accountId, phone, kind, state, group, approval, approvalReason, version, hasRequestedPin, createdAtMs
            case devices, waiting, decisions, family
        }

        public init(
            accountId: AccountID, phone: String, kind: Open<Role>, state: Registration.State, group: GroupID,
            approval: ApprovalStatus, approvalReason: String? = nil, version: Int, hasRequestedPin: Bool = false,
            createdAtMs: Instant,
            devices: [PersonDevice], waiting: [WaitingSession], decisions: [DecisionView], family: PersonFamily? = nil
        ) {
            (self.accountId, self.phone, self.kind, self.state) = (accountId, phone, kind, state)
            (self.group, self.approval, self.approvalReason) = (group, approval, approvalReason)
            (self.version, self.hasRequestedPin) = (version, hasRequestedPin)
            (self.createdAtMs, self.devices) = (createdAtMs, devices)
            (self.waiting, self.decisions, self.family) = (waiting, decisions, family)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The account")
            case .phone: Field("The phone number, masked", .length(0...40))
            case .kind: Field("Member, parent, child or operator")
            case .state: Field("REGISTERED or BLOCKED")
            case .group: Field("The facility group")
            case .approval: Field("The person's approval status")
            case .approvalReason: Field("The reason given with the approval status", .length(1...500))
            case .version:
                Field("The version of the person's record, which a decision must repeat", .range(0...1_000_000_000))
            case .hasRequestedPin:
                Field("True if the person has forgotten the PIN: an approval lets the new one take effect")
            case .createdAtMs: Field("The time at which the account was created")
            case .devices: Field("The devices, those used last first", .items(0...500))
            case .waiting: Field("The sessions that wait to be admitted, newest first", .items(0...100))
            case .decisions: Field("The newest decisions about the account", .items(0...100))
            case .family: Field("The family of a child or a parent; absent for everybody else")
            }
        }
    }

    public static let example = (
        params: Params(phone: Sample.phone),
        answer: Answer(
            accountId: Sample.account, phone: "+49•••••678", kind: Open(.member), state: .registered,
            group: Sample.group, approval: .waitingForApproval, version: 1, createdAtMs: Sample.earlier,
            devices: [
                PersonDevice(
                    deviceId: Sample.device, name: "Ada's phone", isAdmitted: true, hasLiveSession: true,
                    firstUsedAtMs: Sample.earlier, lastUsedAtMs: Sample.earlier)
            ], waiting: [], decisions: [])
    )
}
