public import Domain
public import JSONRPC

/// Tells how far this device's registration of a number has come.
///
/// Shown to the device key that started it, and to no other.
public enum RegistrationState: Method {
    /// The wire's name.
    public static let name = "registration.state"
    /// For the table of methods.
    public static let summary = "Tells how far this device's registration of a number has come."
    /// For the document.
    public static let explanation = "Shown to the device key that started it, and to no other."
    /// What the caller shows.
    public static let credential = Credential.deviceProof
    /// Refused in a batch.
    public static let isAllowedInBatch = false
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = []

    /// What the caller sends.
    public struct Params: Described, Hashable {
        /// The phone number; any common way of writing it, with the country's code
        public var phone: String

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case phone
        }

        /// See the members.
        public init(phone: String) {
            self.phone = phone
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone:
                Field("The phone number; any common way of writing it, with the country's code", .length(5...40))
            }
        }
    }

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// The number in its one canonical form
        public var identity: String
        /// INVALID where this device has started nothing
        public var state: Registration.State

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case identity, state
        }

        /// See the members.
        public init(identity: String, state: Registration.State) {
            self.identity = identity
            self.state = state
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .identity: Field("The number in its one canonical form")
            case .state: Field("INVALID where this device has started nothing")
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Params(phone: Sample.phone),
            Answer(identity: Sample.phone, state: .startedRegistration)
        )
    }
}
