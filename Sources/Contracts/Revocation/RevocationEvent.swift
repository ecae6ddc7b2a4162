public import Domain
public import JSONRPC
public import Primitives

/// What became of an account or of one session: absolute state, so that applying it twice is harmless.
public struct RevocationEvent: Described, Hashable {
    /// Its place in the feed, without holes
    public var seq: DecimalInt64
    /// The person
    public var accountId: AccountID
    /// The one session it speaks of; absent: the whole account
    public var sessionId: SessionID?
    /// The fault that now answers the session's or account's tokens
    public var ended: String?
    /// Full or unproven; absent: as it was
    public var gate: String?
    /// The TokenSecret version now in force; tokens of any other are dead
    public var tsv: DecimalInt64?
    /// Where the person stands now
    public var approval: ApprovalStatus?

    /// The member names on the wire, in the order of positional params.
    public enum CodingKeys: String, CodingKey {
        case seq, accountId, sessionId, ended, gate, tsv, approval
    }

    /// See the members.
    public init(
        seq: DecimalInt64, accountId: AccountID, sessionId: SessionID? = nil, ended: String? = nil,
        gate: String? = nil, tsv: DecimalInt64? = nil, approval: ApprovalStatus? = nil
    ) {
        self.seq = seq
        self.accountId = accountId
        self.sessionId = sessionId
        self.ended = ended
        self.gate = gate
        self.tsv = tsv
        self.approval = approval
    }

    /// Meaning and bounds of each member.
    public static func describe(_ key: CodingKeys) -> Field {
        switch key {
        case .seq: Field("Its place in the feed, without holes")
        case .accountId: Field("The person")
        case .sessionId: Field("The one session it speaks of; absent: the whole account")
        case .ended: Field("The fault that now answers the session's or account's tokens")
        case .gate: Field("Full or unproven; absent: as it was", .length(1...16))
        case .tsv: Field("The TokenSecret version now in force; tokens of any other are dead")
        case .approval: Field("Where the person stands now")
        }
    }
}
