public import JSONRPC
public import Primitives

public enum UserRemoveFactor: Method {
    public static let name = "user.removeFactor"
    public static let summary =
        "Removes the second factor of a person who has lost the authenticator and the recovery codes."
    public static let explanation =
        "The person's next login asks for no second factor, or for a new one if the group requires it. Every device is told. Sessions, "
        + "admitted devices and an open hold stay as they are."
    public static let credential = Credential.administrator
    public static let faults: [FaultKind] = [.userUnknown, .secondFactorUnknown]

    public struct Params: PersonParams {
        public var phone: String?
        public var accountId: AccountID?
        public var reason: String?
        public enum CodingKeys: String, CodingKey { case phone, accountId, reason }

        public init(phone: String? = nil, accountId: AccountID? = nil, reason: String? = nil) {
            (self.phone, self.accountId, self.reason) = (phone, accountId, reason)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .phone: .personPhone
            case .accountId: .personAccount
            case .reason: .decisionReason
            }
        }
    }

    public typealias Answer = Nothing

    public static let example = (params: Params(phone: Sample.phone), answer: Nothing())
}
