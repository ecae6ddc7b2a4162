public import JSONRPC

public enum SessionList: Method {
    public static let name = "session.list"
    public static let summary = "Lists the account's live sessions and the devices that wait to be admitted."
    public static let credential = Credential.sessionWithProof(scopes: ["account"])
    public static let isRead = true

    public typealias Params = Nothing

    public struct Answer: WireObject {
        public var sessions: [SessionView]
        public enum CodingKeys: String, CodingKey { case sessions }

        public init(sessions: [SessionView]) { self.sessions = sessions }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .sessions: Field("The sessions, newest first", .items(0...1000))
            }
        }
    }

    public static let example = (params: Nothing(), answer: Answer(sessions: [Sample.sessionView]))
}
