public import JSONRPC
public import Primitives

public enum SessionLogout: Method {
    public static let name = "session.logout"
    public static let summary = "Logs out on this device: the session and its refresh tokens end."
    public static let credential = Credential.sessionWithProof(scopes: [])
    public static let faults: [FaultKind] = [.requestIdReused]

    public struct Params: WireObject {
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case requestId }

        public init(requestId: RequestID? = nil) { self.requestId = requestId }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (params: Params(), answer: Nothing())
}
