public import Domain
public import JSONRPC

public enum RegistrationCancel: Method {
    public static let name = "registration.cancel"
    public static let summary = "Gives up a registration that this device has started and not confirmed."
    public static let explanation =
        "The registration is deleted, its code is refused from then on, and its message is not sent if it is still waiting. "
        + "The codes that were sent and the wrong codes stay counted. An account is never changed: account.delete deletes "
        + "one, and a blocked account stays blocked. A number of which this device key has no registration is flowError."
    public static let credential = Credential.deviceProof
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.flowError]

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
        public var state: Registration.State
        public enum CodingKeys: String, CodingKey { case state }

        public init(state: Registration.State) { self.state = state }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .state: Field("INVALID, or BLOCKED on a device of an account that is blocked")
            }
        }
    }

    public static let example = (params: Params(phone: Sample.phone), answer: Answer(state: .invalid))
}
