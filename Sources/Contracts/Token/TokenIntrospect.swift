public import Domain
public import JSONRPC
public import Primitives

public enum TokenIntrospect: Method {
    public static let name = "token.introspect"
    public static let summary =
        "Returns the state of one session to the other service, as of a position in the revocation feed."
    public static let explanation =
        "The vault calls it for a session whose state it does not know, and while its lease has expired. The state and "
        + "its position come from one snapshot, so that the vault can order them against events."
    public static let credential = Credential.service
    public static let listeners: Set<Listener> = [.internal]
    public static let isAllowedInBatch = false
    public static let isRead = true

    public struct Params: WireObject {
        public var accountId: AccountID
        public var sessionId: SessionID
        public enum CodingKeys: String, CodingKey { case accountId, sessionId }

        public init(accountId: AccountID, sessionId: SessionID) {
            (self.accountId, self.sessionId) = (accountId, sessionId)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .accountId: Field("The subject of the token: the account, or the pseudonym of an unproven session")
            case .sessionId: Field("The session that the token names")
            }
        }
    }

    public struct Answer: WireObject {
        public var active: Bool
        public var ended: Open<SessionEnd>?
        public var level: Open<SessionLevel>
        public var tsv: DecimalInt64
        public var approval: ApprovalStatus
        public var feedEpoch: EpochID
        public var asOf: DecimalInt64
        public enum CodingKeys: String, CodingKey {
            case active, ended
            case level = "gate"  // the wire's name of the session's level
            case tsv, approval, feedEpoch, asOf
        }

        public init(
            active: Bool, ended: Open<SessionEnd>? = nil, level: Open<SessionLevel>, tsv: DecimalInt64,
            approval: ApprovalStatus, feedEpoch: EpochID, asOf: DecimalInt64
        ) {
            (self.active, self.ended, self.level, self.tsv) = (active, ended, level, tsv)
            (self.approval, self.feedEpoch, self.asOf) = (approval, feedEpoch, asOf)
        }

        public static func describe(_ key: CodingKeys) -> Field {
            switch key {
            case .active: Field("True if the session is live")
            case .ended: Field("The fault that answers the session's tokens; absent while the session is live")
            case .level: Field("The session's level: full, or unproven until it is admitted", .length(1...16))
            case .tsv: Field("The TokenSecret version in force; 0 if the session is unknown")
            case .approval: Field("The person's approval status")
            case .feedEpoch: Field("The epoch of the revocation feed")
            case .asOf: Field("The sequence number of the last event when this state was read")
            }
        }
    }

    public static let example = (
        params: Params(accountId: Sample.account, sessionId: Sample.session),
        answer: Answer(
            active: true, level: Open(.full), tsv: DecimalInt64(1), approval: .approvedForSyncing,
            feedEpoch: Sample.epoch, asOf: DecimalInt64(7))
    )
}
