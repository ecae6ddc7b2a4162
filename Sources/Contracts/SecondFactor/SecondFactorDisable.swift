public import JSONRPC
public import Primitives

public enum SecondFactorDisable: Method {
    public static let name = "secondFactor.disable"
    public static let summary = "Removes the second factor of the account."
    public static let explanation =
        "A PIN, a code of the second factor or a recovery code confirms it; a code from a message does not. Where the group requires a "
        + "second factor, the next login asks for a new one."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] =
        FaultKind.ofMessagesAndRecoveryCodes + FaultKind.ofPINConfirmations + FaultKind.ofSecondFactorConfirmations + [
            .confirmationRequired, .requestIdReused,
        ]

    public struct Params: WireObject {
        public var confirmation: GivenConfirmation?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case confirmation, requestId }

        public init(confirmation: GivenConfirmation? = nil, requestId: RequestID? = nil) {
            self.confirmation = confirmation
            self.requestId = requestId
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .confirmation: .confirmation
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (
        params: Params(confirmation: GivenConfirmation(factorCode: Sample.shownCode)),
        answer: Nothing()
    )
}
