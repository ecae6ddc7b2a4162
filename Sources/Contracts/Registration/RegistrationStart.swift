import Domain
public import JSONRPC
public import Primitives

public enum RegistrationStart: Method {
    public static let name = "registration.start"
    public static let summary =
        "Begins a registration: INVALID to STARTED_REGISTRATION, or to ACTIVATED where the group asks for no code."
    public static let explanation =
        "The answer is the same whether or not the number has an account. A registration belongs to a number and a "
        + "device key, so another person can neither occupy a number nor invalidate its owner's code."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [
        .flowError, .groupUnknown, .groupNotServed, .sendLimit, .destinationRefused, .codeWait, .requestIdReused,
    ]

    public struct Params: WireObject {
        public var phone: String
        public var group: GroupID
        public var deviceName: DeviceName?
        public var language: LanguageTag?
        public var requestId: RequestID?
        public enum CodingKeys: String, CodingKey { case phone, group, deviceName, language, requestId }

        public init(
            phone: String, group: GroupID, deviceName: DeviceName? = nil, language: LanguageTag? = nil,
            requestId: RequestID? = nil
        ) {
            (self.phone, self.group, self.deviceName, self.language, self.requestId) = (
                phone, group, deviceName, language, requestId
            )
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .phone
            case .group: Field("The facility group to join; see group.list")
            case .deviceName: .deviceName
            case .language: .language
            case .requestId: .idempotencyKey
            }
        }
    }

    public typealias Answer = RegistrationCodeSent

    public static let example = (
        params: Params(phone: Sample.phone, group: Sample.group, deviceName: Sample.deviceName),
        answer: RegistrationCodeSent(
            challengeId: Sample.challenge, state: .startedRegistration, expiresAtMs: Sample.soon,
            resendAfterMs: 60_000)
    )
}
