public import JSONRPC
public import Primitives

public enum AccountRecoveryCodes: Method {
    public static let name = "account.recoveryCodes"
    public static let summary =
        "Makes ten new recovery codes, each of which lets a new device in or confirms an act once."
    public static let explanation =
        "The codes are shown in this answer only. Within ten minutes of the registration the first codes need no confirmation. "
        + "Later ones need a recovery code, which replaces all others at once, or a one-time code of purpose recoveryCodes: "
        + "those count after 72 hours, and the former codes stay valid until then."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = FaultKind.ofConfirmations + [.requestIdReused]

    public struct Params: WireObject {
        public var confirmation: GivenConfirmation?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case confirmation, requestId }

        public init(confirmation: GivenConfirmation? = nil, requestId: RequestID? = nil) {
            (self.confirmation, self.requestId) = (confirmation, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .confirmation: .confirmation
            case .requestId:
                Field("Idempotency key: for ten minutes, a repeated call with the same content gets the same codes")
            }
        }
    }

    public struct Answer: WireObject {
        public var codes: [RecoveryCode]
        public var countFromMs: Instant
        public enum CodingKeys: String, CodingKey { case codes, countFromMs }

        public init(codes: [RecoveryCode], countFromMs: Instant) {
            (self.codes, self.countFromMs) = (codes, countFromMs)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .codes: Field("The codes, to be kept outside the device", .items(10...10))
            case .countFromMs: Field("The moment from which the codes are accepted")
            }
        }
    }

    public static let example = (
        params: Params(),
        answer: Answer(
            codes: Array(repeating: Sample.recoveryCode, count: RecoveryCode.count), countFromMs: Sample.earlier)
    )
}
