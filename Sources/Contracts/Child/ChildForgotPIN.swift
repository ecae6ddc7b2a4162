public import Domain
public import JSONRPC
public import Primitives

public enum ChildForgotPIN: Method {
    public static let name = "child.forgotPIN"
    public static let summary = "Says that the child has forgotten the PIN: a parent has to give it access again."
    public static let explanation =
        "The parents get a notice. The PIN is not accepted any more; child.resetAccess of a parent makes a new invite. It is "
        + "possible in CHILD_PIN_LOGIN only, after child.challenge."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = FaultKind.ofChildDevices + [.flowError]

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
        public var state: ChildAccess.State
        public enum CodingKeys: String, CodingKey { case state }

        public init(state: ChildAccess.State) { self.state = state }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .state: .childState
            }
        }
    }

    public static let example = (params: Params(), answer: Answer(state: .parentVerificationRequired))
}
