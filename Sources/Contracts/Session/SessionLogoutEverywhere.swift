public import JSONRPC
public import Primitives

public enum SessionLogoutEverywhere: Method {
    public static let name = "session.logoutEverywhere"
    public static let summary = "Logs out on every device: the account's TokenSecret record is replaced."
    public static let explanation =
        "Tokens issued before are invalid in auth when the call returns, and in the vault within two seconds."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
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

    public struct Answer: WireObject {
        public var ended: Int
        public enum CodingKeys: String, CodingKey { case ended }

        public init(ended: Int) { self.ended = ended }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ended: Field("The number of sessions that ended, this one included", .range(0...1_000_000))
            }
        }
    }

    public static let example = (params: Params(), answer: Answer(ended: 2))
}
