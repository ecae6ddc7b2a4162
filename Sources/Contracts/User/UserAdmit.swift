public import Domain
public import JSONRPC
public import Primitives

public enum UserAdmit: Method {
    public static let name = "user.admit"
    public static let summary = "Admits a waiting device of a person who has lost every admitted one."
    public static let explanation =
        "The administrator, or an operator of the person's group, enters the two digits that the person reads out from the new device, so that the device of another "
        + "person who has a code is not admitted by mistake. The third wrong pair ends the session. In groups with one device, "
        + "the sessions of the person's other devices end with loggedInElsewhere. An open hold is ended: the device is admitted "
        + "also if it was suspended, and the other suspended devices stay out. As newPerson the device does not get into the account: "
        + "after 72 hours of notices the number belongs to a new account, as after account.startEmpty. That is refused while an "
        + "admitted device was used within 30 days, and any use of one before the 72 hours are over stops it."
    public static let credential = Credential.sessionWithProof(scopes: ["approvals.decide"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .userUnknown, .notYourGroup, .selfApproval, .secondOperatorRequired, .admissionUnknown, .startEmptyRefused,
    ]

    public struct Params: PersonParams {
        public var phone: String?
        public var accountId: AccountID?
        public var sessionId: SessionID
        public var digits: String
        public var holder: AdmittedPerson?
        public var reason: String?
        public enum CodingKeys: String, CodingKey { case sessionId, digits, phone, accountId, holder, reason }

        public init(
            sessionId: SessionID, digits: String, phone: String? = nil, accountId: AccountID? = nil,
            holder: AdmittedPerson? = nil, reason: String? = nil
        ) {
            (self.phone, self.accountId, self.sessionId) = (phone, accountId, sessionId)
            (self.digits, self.holder, self.reason) = (digits, holder, reason)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .personPhone
            case .accountId: .personAccount
            case .sessionId: Field("The waiting session, from user.show")
            case .digits: Field("The two digits on the new device's screen", .length(2...2))
            case .holder: Field("The person who holds the new device; owner when absent")
            case .reason: .decisionReason
            }
        }
    }

    public struct Answer: WireObject {
        public var newAccountAtMs: Instant?
        public enum CodingKeys: String, CodingKey { case newAccountAtMs }

        public init(newAccountAtMs: Instant? = nil) { self.newAccountAtMs = newAccountAtMs }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .newAccountAtMs:
                Field("Present for newPerson: the moment from which a login of the device opens the new account")
            }
        }
    }

    public static let example = (
        params: Params(sessionId: Sample.session, digits: "42", phone: Sample.phone), answer: Answer()
    )
}
