public import JSONRPC
public import Primitives

public enum SessionAdmitByRecoveryCode: Method {
    public static let name = "session.admitByRecoveryCode"
    public static let summary = "Admits the caller's own new device by a recovery code."
    public static let explanation =
        "The session becomes full, and the next refresh gives it full tokens. If the device was suspended, that ends; if "
        + "another one is suspended, that one is removed. A session may show five wrong codes, and a device key ten in a row, "
        + "after which it waits for 20 minutes."
    public static let credential = Credential.sessionWithProof(scopes: [])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .recoveryCodeWrong, .recoveryCodeTooNew, .tooManyAttempts, .codeWait, .admissionUnknown, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var code: RecoveryCode
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case code, requestId }

        public init(code: RecoveryCode, requestId: RequestID? = nil) { (self.code, self.requestId) = (code, requestId) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .code: Field("A recovery code, which is used up")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (params: Params(code: Sample.recoveryCode), answer: Nothing())
}
