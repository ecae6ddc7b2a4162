public import Domain
public import JSONRPC
public import Primitives

/// The new state of an account or of one session. It is absolute, not a difference, so applying it twice is harmless.
public struct RevocationEvent: WireObject {
    public var seq: DecimalInt64
    public var accountId: AccountID
    public var sessionId: SessionID?
    public var ended: Open<SessionEnd>?
    public var level: Open<SessionLevel>?
    public var tsv: DecimalInt64?
    public var approval: ApprovalStatus?
    public enum CodingKeys: String, CodingKey {
        case seq, accountId, sessionId, ended
        case level = "gate"  // the wire's name of the session's level
        case tsv, approval
    }

    public init(
        seq: DecimalInt64, accountId: AccountID, sessionId: SessionID? = nil, ended: Open<SessionEnd>? = nil,
        level: Open<SessionLevel>? = nil, tsv: DecimalInt64? = nil, approval: ApprovalStatus? = nil
    ) {
        (self.seq, self.accountId, self.sessionId, self.ended) = (seq, accountId, sessionId, ended)
        (self.level, self.tsv, self.approval) = (level, tsv, approval)
    }

    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .seq: Field("The sequence number in the feed, without gaps")
        case .accountId: Field("The account")
        case .sessionId: Field("The session that changed; absent when the whole account did")
        case .ended: Field("The fault that now answers the session's or account's tokens")
        case .level: Field("The session's new level: full or unproven; absent if it did not change", .length(1...16))
        case .tsv: Field("The TokenSecret version now in force; tokens of any other version are invalid")
        case .approval: Field("The new approval status")
        }
    }
}
