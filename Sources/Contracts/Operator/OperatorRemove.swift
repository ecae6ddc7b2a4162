public import JSONRPC
public import Primitives

public enum OperatorRemove: Method {
    public static let name = "operator.remove"
    public static let summary = "Makes an operator an ordinary member, and ends all their sessions."
    public static let explanation =
        "The operator's groups and enrolment secret are deleted, and the account becomes a member of the group that was "
        + "named first at its creation, waiting for approval. The account stays, so that the list of decisions still "
        + "says who decided; user.delete deletes it and frees the number."
    public static let credential = Credential.open
    public static let listeners: Set<Listener> = [.administration]
    public static let isAllowedInBatch = false
    public static let faults: [FaultKind] = [.userUnknown]

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
