public import JSONRPC

public enum UserEndSessions: Method {
    public static let name = "user.endSessions"
    public static let summary = "Ends every session of a person, and answers which devices stay suspended."
    public static let explanation =
        "Works like session.logoutEverywhere: the TokenSecret is replaced, and auth refuses every token issued before when the "
        + "call returns, the vault within 2 s. Admitted devices stay admitted; user.removeDevice withdraws an admission. A hold "
        + "and its suspended devices stay as they are: a suspended device may be the stolen one. user.cancelHold ends a hold."
    public static let credential = Credential.sessionWithProof(scopes: ["approvals.decide"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let faults: [FaultKind] = [.userUnknown, .notYourGroup, .selfApproval, .secondOperatorRequired]

    public typealias Params = PersonAndReason

    public struct Answer: WireObject {
        public var ended: Int
        public var suspended: [PersonDevice]?
        public enum CodingKeys: String, CodingKey { case ended, suspended }

        public init(ended: Int, suspended: [PersonDevice]? = nil) { (self.ended, self.suspended) = (ended, suspended) }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .ended: Field("The number of sessions that were ended", .range(0...1_000_000))
            case .suspended: Field("Present during a hold: the devices that are suspended", .items(0...500))
            }
        }
    }

    public static let example = (params: Params(phone: Sample.phone), answer: Answer(ended: 2))
}
