public import Domain
public import Primitives
import SQL

/// A row of `revocation_event`: the state of an account or a session after a change, so that applying it twice is
/// harmless. Of the members below `session`, those that are nil did not change.
public struct RevocationEventRecord: Sendable, Hashable {
    /// The position in the feed; sequence numbers have no gaps.
    public let seq: Int64
    public let account: AccountID
    /// The only session the event is about; nil for all sessions of the account.
    public let session: SessionID?
    /// The reason why the sessions' tokens are refused now.
    public let ended: SessionEnd?
    /// The session's level now, from the column `gate`.
    public let level: SessionLevel?
    /// The version of the TokenSecret in force now.
    public let tokenSecretVersion: Int64?
    public let approval: ApprovalStatus?

    static let columns = "seq, account, session, ended, gate, tsv, approval"

    init(_ row: Row) throws {
        seq = try row.int(0)
        account = try row.identifier(1)
        session = try row.identifierOrNil(2)
        ended = try row.enumValueOrNil(3)
        level = try row.enumValueOrNil(4)
        tokenSecretVersion = try row.intOrNil(5)
        approval = try row.enumValueOrNil(6)
    }
}
