public import JSONRPC
public import Primitives

public enum PINConfirmReset: Method {
    public static let name = "pin.confirmReset"
    public static let summary =
        "Confirms the new PIN of a person who has forgotten theirs, in a group that approves automatically."
    public static let explanation =
        "Without a recovery code the caller has to be another device than the one that requested the new PIN, and the PIN confirms "
        + "acts from the moment at which it would have taken effect by itself. With a recovery code it confirms acts at once. "
        + "The person may sync again. In a group whose operators approve, only they confirm a new PIN."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .confirmationRequired, .recoveryCodeWrong, .recoveryCodeTooNew, .tooManyAttempts, .codeWait,
        .waitingForApproval, .changesHeld, .pinResetUnknown, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var recoveryCode: RecoveryCode?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case recoveryCode, requestId }

        public init(recoveryCode: RecoveryCode? = nil, requestId: RequestID? = nil) {
            (self.recoveryCode, self.requestId) = (recoveryCode, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .recoveryCode: Field("A recovery code, which is used up; needed on the device that made the request")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (params: Params(), answer: Nothing())
}
