public import JSONRPC
public import Primitives

public enum PINCancelReset: Method {
    public static let name = "pin.cancelReset"
    public static let summary = "Cancels the request for a new PIN."
    public static let explanation =
        "Every admitted device of the person may cancel it. The present PIN stays, and a person who could sync before the request "
        + "may sync again, unless an operator has decided about them since."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let faults: [FaultKind] = [.pinResetUnknown]

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
