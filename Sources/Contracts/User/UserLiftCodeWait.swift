public import JSONRPC

public enum UserLiftCodeWait: Method {
    public static let name = "user.liftCodeWait"
    public static let summary = "Ends the wait of 20 minutes that follows ten wrong codes in a row."
    public static let explanation =
        "The wait of every device key that has entered too many wrong codes for the person's number is ended. Neither a block by "
        + "wrong PINs, which only the person ends by registering again, nor a limit on sending codes is lifted."
    public static let credential = Credential.sessionWithProof(scopes: ["approvals.decide"])
    public static let listeners: Set<Listener> = [.public, .administration]
    public static let faults: [FaultKind] = [.userUnknown, .notYourGroup, .selfApproval]

    public typealias Params = PersonAndReason

    public struct Answer: WireObject {
        public var lifted: Int
        public enum CodingKeys: String, CodingKey { case lifted }

        public init(lifted: Int) { self.lifted = lifted }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .lifted: Field("The number of device keys that had to wait", .range(0...1_000_000))
            }
        }
    }

    public static let example = (
        params: Params(phone: Sample.phone, reason: "mistook the digits"), answer: Answer(lifted: 1)
    )
}
