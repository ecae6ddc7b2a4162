public import JSONRPC
public import Primitives

public enum UserAdmit: Method {
    public static let name = "user.admit"
    public static let summary = "Admits a waiting device of a person who has lost every admitted one."
    public static let explanation =
        "The administrator enters the two digits that the person reads out from the new device, so that the device of another "
        + "person who has a code is not admitted by mistake. The third wrong pair ends the session. In groups with one device, "
        + "the sessions of the person's other devices end with loggedInElsewhere. An open hold is ended: the device is admitted "
        + "also if it was suspended, and the other suspended devices stay out."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.userUnknown, .admissionUnknown]

    public struct Params: PersonParams {
        public var phone: String?
        public var accountId: AccountID?
        public var sessionId: SessionID
        public var digits: String
        public var reason: String?
        public enum CodingKeys: String, CodingKey { case phone, accountId, sessionId, digits, reason }

        public init(
            sessionId: SessionID, digits: String, phone: String? = nil, accountId: AccountID? = nil,
            reason: String? = nil
        ) {
            (self.phone, self.accountId, self.sessionId, self.digits, self.reason) = (
                phone, accountId, sessionId, digits, reason
            )
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .personPhone
            case .accountId: .personAccount
            case .sessionId: Field("The waiting session, from user.show")
            case .digits: Field("The two digits on the new device's screen", .length(2...2))
            case .reason: .decisionReason
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (
        params: Params(sessionId: Sample.session, digits: "42", phone: Sample.phone), answer: Nothing()
    )
}
