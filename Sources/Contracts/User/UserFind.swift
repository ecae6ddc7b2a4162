public import JSONRPC

public enum UserFind: Method {
    public static let name = "user.find"
    public static let summary = "Finds a person of an operator's groups by the exact phone number or by account."
    public static let explanation =
        "The list has one person at most. It is empty as well for a number that nobody has, for an operator, and for a person of "
        + "another group, so that a look-up tells nothing about people whom the operator does not see anyway."
    public static let credential = Credential.sessionWithProof(scopes: ["users.read"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let isRead = true

    public typealias Params = OnePerson

    public struct Answer: WireObject {
        public var people: [PendingPerson]
        public enum CodingKeys: String, CodingKey { case people }

        public init(people: [PendingPerson]) { self.people = people }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .people: Field("The person, if the caller may see one with this number or account", .items(0...1))
            }
        }
    }

    public static let example = (params: Params(phone: Sample.phone), answer: Answer(people: [Sample.pending]))
}
