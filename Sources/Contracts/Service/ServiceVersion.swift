public import JSONRPC

public enum ServiceVersion: Method {
    public static let name = "service.version"
    public static let summary = "Returns the name, the release and the contract version of the service."
    public static let explanation = "A release sends a new member only after its peer lists the feature here."
    public static let credential = Credential.open
    public static let listeners: Set<Listener> = [.public, .internal, .administration]
    public static let isRead = true

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var service: String
        public var version: String
        public var contract: Int
        public var features: [String]
        public enum CodingKeys: String, CodingKey { case service, version, contract, features }

        public init(service: String, version: String, contract: Int, features: [String]) {
            (self.service, self.version, self.contract, self.features) = (service, version, contract, features)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .service: Field("The service: latchkey-auth or latchkey-vault")
            case .version: Field("The release")
            case .contract:
                Field("The version of the wire contract; it increases when members are added", .range(1...1_000_000))
            case .features: Field("Names of members and methods added since contract 1")
            }
        }
    }

    public static let example = (
        params: Nothing(),
        answer: Answer(service: "latchkey-auth", version: "0.1.0", contract: 1, features: [])
    )
}
