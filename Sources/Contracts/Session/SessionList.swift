public import JSONRPC

/// Lists the account's live sessions and the devices that wait to be admitted.
public enum SessionList: Method {
    /// The wire's name.
    public static let name = "session.list"
    /// For the table of methods.
    public static let summary = "Lists the account's live sessions and the devices that wait to be admitted."
    /// For the document.
    public static let explanation =
        "Lists the account's live sessions and the devices that wait to be admitted."
    /// What the caller shows.
    public static let credential = Credential.session(scopes: ["account"])
    /// Changes nothing.
    public static let isRead = true
    /// How its own rules refuse.
    public static let faults: [FaultKind] = []

    /// As Nothing says.
    public typealias Params = Nothing

    /// What it answers.
    public struct Answer: Described, Hashable {
        /// Newest first
        public var sessions: [SessionView]

        /// The member names on the wire, in the order of positional params.
        public enum CodingKeys: String, CodingKey {
            case sessions
        }

        /// See the members.
        public init(sessions: [SessionView]) {
            self.sessions = sessions
        }

        /// Meaning and bounds of each member.
        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .sessions: Field("Newest first", .items(0...1000))
            }
        }
    }

    /// Played by its test, printed in the documents.
    public static var example: (params: Params, answer: Answer) {
        (
            Nothing(),
            Answer(sessions: [Sample.sessionView])
        )
    }
}
