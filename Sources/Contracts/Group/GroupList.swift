public import JSONRPC

/// Lists the facility groups a person may choose at registration.
public enum GroupList: Method {
    /// The wire's name.
    public static let name = "group.list"
    /// For the table of methods.
    public static let summary = "Lists the facility groups a person may choose at registration."
    /// For the document.
    public static let explanation =
        "Lists the facility groups a person may choose at registration."
    /// What the caller shows.
    public static let credential = Credential.open
    /// Where it is served.
    public static let listeners: Set<Listener> = [.public, .operations]
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = []

    /// As Nothing says.
    public typealias Params = Nothing

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// In order of name
        public var groups: [GroupView]

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case groups
        }

        /// See the members.
        public init(groups: [GroupView]) {
            self.groups = groups
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .groups: Field("In order of name", .items(0...1000))
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Nothing(),
            Answer(groups: [GroupView(group: Sample.group, approval: "manual", devices: "many", verification: "otp")])
        )
    }
}
