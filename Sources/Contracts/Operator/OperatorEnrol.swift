public import JSONRPC
public import Primitives

public enum OperatorEnrol: Method {
    public static let name = "operator.enrol"
    public static let summary = "Makes a person an operator of groups, or gives an operator a new enrolment secret."
    public static let explanation =
        "The secret replaces the former one, is valid for 72 hours and once, and is shown only in this answer. The "
        + "operator's device shows it to otp.verify beside the code, which admits the device; a code alone never does. "
        + "With groups, the account is created if the number has none, and gets these groups besides those it has. "
        + "Without groups, the number must belong to an operator."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.userUnknown, .groupUnknown, .numberTaken]

    public struct Params: WireObject {
        public var phone: String
        public var groups: [GroupID]?
        public var reason: String?
        public enum CodingKeys: String, CodingKey { case phone, groups, reason }

        public init(phone: String, groups: [GroupID]? = nil, reason: String? = nil) {
            (self.phone, self.groups, self.reason) = (phone, groups, reason)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: Field("The operator's phone number, with the country's code", .length(5...40))
            case .groups: Field("Facility groups whose approvals the operator decides", .items(1...50))
            case .reason: .decisionReason
            }
        }
    }

    public struct Answer: WireObject {
        public var accountId: AccountID
        public var phone: String
        public var groups: [GroupID]
        public var enrolmentSecret: EnrolmentSecret
        public var expiresAtMs: Instant
        public enum CodingKeys: String, CodingKey { case accountId, phone, groups, enrolmentSecret, expiresAtMs }

        public init(
            accountId: AccountID, phone: String, groups: [GroupID], enrolmentSecret: EnrolmentSecret,
            expiresAtMs: Instant
        ) {
            (self.accountId, self.phone, self.groups) = (accountId, phone, groups)
            (self.enrolmentSecret, self.expiresAtMs) = (enrolmentSecret, expiresAtMs)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The operator's account")
            case .phone: Field("The phone number, masked", .length(0...40))
            case .groups: Field("All groups of the operator, in order of name", .items(0...1000))
            case .enrolmentSecret: Field("The secret for the operator's next login on a new device")
            case .expiresAtMs: Field("The time at which the secret expires")
            }
        }
    }

    public static let example = (
        params: Params(phone: Sample.phone, groups: [Sample.group]),
        answer: Answer(
            accountId: Sample.account, phone: "+49•••••678", groups: [Sample.group],
            enrolmentSecret: Sample.enrolmentSecret, expiresAtMs: Sample.soon)
    )
}
