public import JSONRPC
public import Primitives

public enum SessionAdmit: Method {
    public static let name = "session.admit"
    public static let summary = "Admits a new device of the account, whose session is unproven so far."
    public static let explanation =
        "Both devices show the same two digits; the call repeats them to prove that the person compared them. "
        + "After three wrong pairs in a row the calling session admits nobody; its device logs in again. The waiting session "
        + "goes on. A person with a PIN proves it too, as the confirmation."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let faults: [FaultKind] =
        FaultKind.ofMessagesAndRecoveryCodes + FaultKind.ofPINConfirmations + FaultKind.ofSecondFactorConfirmations + [
            .changesHeld, .pinRequired, .admissionUnknown, .requestIdReused,
        ]

    public struct Params: WireObject {
        public var sessionId: SessionID
        public var digits: String
        public var confirmation: GivenConfirmation?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case sessionId, digits, confirmation, requestId }

        public init(
            sessionId: SessionID, digits: String, confirmation: GivenConfirmation? = nil, requestId: RequestID? = nil
        ) {
            (self.sessionId, self.digits) = (sessionId, digits)
            (self.confirmation, self.requestId) = (confirmation, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .sessionId: Field("The waiting session, from session.list")
            case .digits: Field("The two digits on the new device's screen", .length(2...2))
            case .confirmation: Field("The proof by PIN, where the account has one, after the fault pinRequired")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (params: Params(sessionId: Sample.session, digits: "42"), answer: Nothing())
}
