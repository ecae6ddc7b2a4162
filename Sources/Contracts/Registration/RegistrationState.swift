public import Domain
public import JSONRPC

public enum RegistrationState: Method {
    public static let name = "registration.state"
    public static let summary = "Returns the state of this device's registration of a number."
    public static let explanation = "Only the device key that started a registration can see it."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let isRead = true

    public struct Params: WireObject {
        public var phone: String
        public enum CodingKeys: String, CodingKey { case phone }

        public init(phone: String) { self.phone = phone }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .phone
            }
        }
    }

    public struct Answer: WireObject {
        public var identity: String
        public var state: Registration.State
        public enum CodingKeys: String, CodingKey { case identity, state }

        public init(identity: String, state: Registration.State) { (self.identity, self.state) = (identity, state) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .identity: Field("The phone number in canonical form")
            case .state: Field("The state of this device's registration or account; INVALID if it has neither")
            }
        }
    }

    public static let example = (
        params: Params(phone: Sample.phone),
        answer: Answer(identity: Sample.phone, state: .startedRegistration)
    )
}
