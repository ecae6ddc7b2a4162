public import JSONRPC
public import Primitives

public enum SessionRevoke: Method {
    public static let name = "session.revoke"
    public static let summary = "Ends one session of the account."
    public static let explanation =
        "The session of another device that is admitted ends as in device.remove, and needs the same confirmation. A session "
        + "that waits to be admitted needs none."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let faults: [FaultKind] = FaultKind.ofConfirmations + [.sessionUnknown, .requestIdReused]

    public struct Params: WireObject {
        public var sessionId: SessionID
        public var confirmation: GivenConfirmation?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case sessionId, confirmation, requestId }

        public init(sessionId: SessionID, confirmation: GivenConfirmation? = nil, requestId: RequestID? = nil) {
            (self.sessionId, self.confirmation, self.requestId) = (sessionId, confirmation, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .sessionId: Field("The session to end")
            case .confirmation: .confirmation
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = DeviceRemovalOutcome

    public static let example = (params: Params(sessionId: Sample.session), answer: Answer())
}
