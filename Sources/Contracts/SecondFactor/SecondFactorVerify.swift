public import JSONRPC
public import Primitives

public enum SecondFactorVerify: Method {
    public static let name = "secondFactor.verify"
    public static let summary = "Passes the second factor of a login."
    public static let explanation =
        "The session is raised, and the next refresh gives it the wider token. The code of each 30 seconds is accepted once, in its "
        + "own time and 30 seconds before and after. A recovery code is accepted in its place and used up. The attempts are counted "
        + "as those at recovery codes are: five of a session and ten in a row of a device key, after which it waits for 20 minutes."
    public static let credential = Credential.sessionWithProof(scopes: [])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] =
        [
            .secondFactorWrong, .secondFactorUnknown, .recoveryCodeWrong, .recoveryCodeTooNew, .tooManyAttempts,
            .codeWait,
            .requestIdReused,
        ]

    public struct Params: WireObject {
        public var code: AuthenticatorCode?
        public var recoveryCode: RecoveryCode?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case code, recoveryCode, requestId }

        public init(code: AuthenticatorCode? = nil, recoveryCode: RecoveryCode? = nil, requestId: RequestID? = nil) {
            self.code = code
            self.recoveryCode = recoveryCode
            self.requestId = requestId
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .code: Field("The present code of the authenticator; or else a recovery code")
            case .recoveryCode: Field("A recovery code, which is used up")
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (
        params: Params(code: Sample.shownCode),
        answer: Nothing()
    )
}
