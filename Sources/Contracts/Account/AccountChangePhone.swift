public import JSONRPC
public import Primitives

public enum AccountChangePhone: Method {
    public static let name = "account.changePhone"
    public static let summary = "Gives the account another phone number."
    public static let explanation =
        "A code with purpose changePhone to the new number proves it. The confirmation is a PIN, a code of the second factor or a "
        + "recovery code; or else a code with the same purpose to the present number. Every device is told, and for 72 hours a "
        + "device that was admitted before can undo the change with account.undoChangePhone. Meanwhile the former number stays "
        + "the account's, and nobody else can register it; then it is free."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = FaultKind.ofConfirmations + [.numberTaken, .requestIdReused]

    public struct Params: WireObject {
        public var phone: String
        public var challengeId: ChallengeID
        public var code: OneTimeCode
        public var confirmation: GivenConfirmation?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case phone, challengeId, code, confirmation, requestId }

        public init(
            phone: String, challengeId: ChallengeID, code: OneTimeCode, confirmation: GivenConfirmation? = nil,
            requestId: RequestID? = nil
        ) {
            (self.phone, self.challengeId, self.code) = (phone, challengeId, code)
            (self.confirmation, self.requestId) = (confirmation, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .phone
            case .challengeId: Field("The challenge of otp.request for the new number")
            case .code: Field("The code that was sent to the new number")
            case .confirmation: .confirmation
            case .requestId: .idempotencyKey
            }
        }
    }

    public struct Answer: WireObject {
        public var undoableUntilMs: Instant?
        public enum CodingKeys: String, CodingKey { case undoableUntilMs }

        public init(undoableUntilMs: Instant? = nil) { self.undoableUntilMs = undoableUntilMs }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .undoableUntilMs:
                Field("The moment until which the change can be undone; absent if the account had no number")
            }
        }
    }

    public static let example = (
        params: Params(
            phone: Sample.phone, challengeId: Sample.challenge, code: Sample.code,
            confirmation: GivenConfirmation(recoveryCode: Sample.recoveryCode)),
        answer: Answer(undoableUntilMs: Sample.earlier)
    )
}
