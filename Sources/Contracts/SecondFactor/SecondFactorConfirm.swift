public import JSONRPC
public import Primitives

public enum SecondFactorConfirm: Method {
    public static let name = "secondFactor.confirm"
    public static let summary = "Completes the enrolment of an authenticator by its first code."
    public static let explanation =
        "From then on logins ask for it. A session that waits for a second factor is raised; the next refresh gives it the wider "
        + "token. Each session may show five wrong codes, and a device key ten in a row, after which it waits for 20 minutes."
    public static let credential = Credential.sessionWithProof(scopes: [])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] =
        [
            .secondFactorWrong, .secondFactorUnknown, .secondFactorExists, .tooManyAttempts, .codeWait,
            .requestIdReused,
        ]

    public struct Params: WireObject {
        public var code: AuthenticatorCode
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case code, requestId }

        public init(code: AuthenticatorCode, requestId: RequestID? = nil) {
            self.code = code
            self.requestId = requestId
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .code: Field("The present code of the new authenticator")
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
