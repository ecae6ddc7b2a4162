public import JSONRPC

public enum UserEndSessions: Method {
    public static let name = "user.endSessions"
    public static let summary =
        "Ends every session of a person and an open hold, which admits the suspended devices again."
    public static let explanation =
        "Works like session.logoutEverywhere: the TokenSecret is replaced, and auth refuses every token issued before when the "
        + "call returns, the vault within 2 s. Admitted devices stay admitted; user.removeDevice withdraws an admission. An open "
        + "hold is cancelled, and every suspended device is admitted again. Make sure that the caller is not the thief: for 72 "
        + "hours no message suspends a device then."
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
