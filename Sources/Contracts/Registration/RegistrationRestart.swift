import Domain
public import JSONRPC
public import Primitives

public enum RegistrationRestart: Method {
    public static let name = "registration.restart"
    public static let summary = "Sends a new code for a registration that has been started."
    public static let explanation =
        "The new code allows five attempts. The count of wrong codes in a row goes on: after ten, over all codes, this "
        + "device key has to wait (codeWait)."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.flowError, .sendLimit, .codeWait, .requestIdReused]

    public struct Params: WireObject {
        public var phone: String
        public var language: LanguageTag?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case phone, language, requestId }

        public init(phone: String, language: LanguageTag? = nil, requestId: RequestID? = nil) {
            (self.phone, self.language, self.requestId) = (phone, language, requestId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .phone
            case .language: .language
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = RegistrationCodeSent

    public static let example = (
        params: Params(phone: Sample.phone),
        answer: RegistrationCodeSent(
            challengeId: Sample.challenge, state: .startedRegistration, expiresAtMs: Sample.soon,
            resendAfterMs: 60_000)
    )
}
