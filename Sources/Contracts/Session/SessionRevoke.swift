public import JSONRPC
public import Primitives

public enum SessionRevoke: Method {
    public static let name = "session.revoke"
    public static let summary = "Ends one session of the account."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let faults: [FaultKind] = [.sessionUnknown, .requestIdReused]

    public struct Params: WireObject {
        public var sessionId: SessionID
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case sessionId, requestId }

        public init(sessionId: SessionID, requestId: RequestID? = nil) {
            (self.sessionId, self.requestId) = (sessionId, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .sessionId: Field("The session to end")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (params: Params(sessionId: Sample.session), answer: Nothing())
}
