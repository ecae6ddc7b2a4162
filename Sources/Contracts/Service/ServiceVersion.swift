public import JSONRPC

/// Tells what this service is and which contract it speaks.
///
/// A release sends a new member only after its peer lists the feature here.
public enum ServiceVersion: Method {
    /// The wire's name.
    public static let name = "service.version"
    /// For the table of methods.
    public static let summary = "Tells what this service is and which contract it speaks."
    /// For the document.
    public static let explanation =
        "A release sends a new member only after its peer lists the feature here."
    /// What the caller shows.
    public static let credential = Credential.open
    /// Where it is served.
    public static let listeners: Set<Listener> = [.public, .internal, .operations]
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = []

    /// As Nothing says.
    public typealias Params = Nothing

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// Latchkey-auth or latchkey-vault
        public var service: String
        /// The release
        public var version: String
        /// The number of the wire contract; it grows when members are added
        public var contract: Int
        /// Names of members and methods added since contract 1
        public var features: [String]

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case service, version, contract, features
        }

        /// See the members.
        public init(service: String, version: String, contract: Int, features: [String]) {
            self.service = service
            self.version = version
            self.contract = contract
            self.features = features
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .service: Field("Latchkey-auth or latchkey-vault")
            case .version: Field("The release")
            case .contract:
                Field("The number of the wire contract; it grows when members are added", .range(1...1_000_000))
            case .features: Field("Names of members and methods added since contract 1")
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Nothing(),
            Answer(service: "latchkey-auth", version: "0.1.0", contract: 1, features: [])
        )
    }
}
