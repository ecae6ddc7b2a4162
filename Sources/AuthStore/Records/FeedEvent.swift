public import Domain
public import Primitives
import SQL

/// What became of an account or one of its sessions: the state after it, so that applying it twice is harmless.
public struct FeedEvent: Sendable, Hashable {
    /// Its place in the feed, without holes.
    public let seq: Int64
    /// The person.
    public let account: AccountID
    /// The one session it speaks of; nil for the whole account.
    public let session: SessionID?
    /// The fault that answers tokens now; nil while they are good.
    public let ended: String?
    /// What stands before full scope now; nil where that did not change.
    public let gate: SessionLevel?
    /// The TokenSecret's version now; nil where that did not change.
    public let tsv: Int64?
    /// Where the person stands for syncing now; nil where that did not change.
    public let approval: ApprovalStatus?

    static let columns = "seq, account, session, ended, gate, tsv, approval"

    init(_ row: Row) throws {
        seq = try row.int(0)
        account = try row.id(1)
        session = try row.idOrNil(2)
        ended = try row.textOrNil(3)
        gate = try row.wordOrNil(4)
        tsv = try row.intOrNil(5)
        approval = try row.wordOrNil(6)
    }
}
