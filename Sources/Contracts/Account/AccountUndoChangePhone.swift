public import JSONRPC
public import Primitives

public enum AccountUndoChangePhone: Method {
    public static let name = "account.undoChangePhone"
    public static let summary = "Gives the account its former phone number back."
    public static let explanation =
        "Possible for 72 hours after account.changePhone. A device that was admitted before the change needs no confirmation if "
        + "codes by message alone confirmed the change; otherwise a PIN, a code of the second factor or a recovery code confirms this."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] =
        FaultKind.ofMessagesAndRecoveryCodes + FaultKind.ofPINConfirmations + FaultKind.ofSecondFactorConfirmations + [
            .confirmationRequired, .changesHeld, .phoneChangeUnknown, .requestIdReused,
        ]

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
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (params: Params(), answer: Nothing())
}
