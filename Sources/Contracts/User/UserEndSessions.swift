public import JSONRPC

public enum UserEndSessions: Method {
    public static let name = "user.endSessions"
    public static let summary = "Ends every session of a person: the TokenSecret is replaced."
    public static let explanation =
        "Works like session.logoutEverywhere: the tokens are dead at auth when the call returns, and within 2 s at the vault. "
        + "Admitted devices stay admitted; user.removeDevice withdraws an admission."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.userUnknown]

    public typealias Params = PersonAndReason

    public struct Answer: WireObject {
        public var ended: Int
        public enum CodingKeys: String, CodingKey { case ended }

        public init(ended: Int) { self.ended = ended }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ended: Field("The number of sessions that were ended", .range(0...1_000_000))
            }
        }
    }

    public static let example = (params: Params(phone: Sample.phone), answer: Answer(ended: 2))
}
