import Primitives
import SQL

/// The logged outcome of one operation.
struct OpRow: Sendable, Hashable {
    /// The stored form of a ``PushOutcome``. A rejected operation is not logged, because it may succeed later, and
    /// neither is a noop on an absent secret, because the log would grow without anything being stored.
    enum Outcome: String, Sendable {
        case applied, copied, noop, conflict, gone
    }

    /// A keyed hash of the request, which distinguishes a repeated operation from a reused id.
    let requestMAC: [UInt8]
    let outcome: Outcome
    /// The rev that the operation created or found; nil if the secret was absent.
    let rev: Int64?
    /// The counter of a counter-based item that the operation took for a code; nil for every other operation.
    let counter: Int64?

    init(requestMAC: [UInt8], outcome: Outcome, rev: Int64?, counter: Int64? = nil) {
        (self.requestMAC, self.outcome, self.rev, self.counter) = (requestMAC, outcome, rev, counter)
    }
}

extension OpRow {
    init(_ row: Row) throws {
        requestMAC = try row.bytes(0)
        outcome = try row.enumValue(1)
        rev = try row.intOrNil(2)
        counter = try row.intOrNil(3)
    }

    /// The row to log for an outcome; nil for an outcome that is not logged.
    init?(_ outcome: PushOutcome, requestMAC: [UInt8]) {
        switch outcome {
        case .applied(let rev): self.init(requestMAC: requestMAC, outcome: .applied, rev: rev)
        case .copied(_, let rev): self.init(requestMAC: requestMAC, outcome: .copied, rev: rev)
        case .noop(let rev): self.init(requestMAC: requestMAC, outcome: .noop, rev: rev)
        case .conflict(let current): self.init(requestMAC: requestMAC, outcome: .conflict, rev: current.rev)
        case .gone(let current): self.init(requestMAC: requestMAC, outcome: .gone, rev: current?.rev)
        case .rejected, .replayed: return nil
        }
    }
}

/// The statements on `vault_op(account, op_id)`, the log by which a repeated operation applies once.
///
/// A row holds no body and nothing that would confirm a guess of one.
enum OpTable {
    static func select(_ id: OperationID, of account: AccountID) -> Statement {
        Statement(
            "SELECT request_mac, outcome, rev, counter FROM vault_op WHERE account = $1 AND op_id = $2",
            .identifier(account),
            .identifier(id))
    }

    /// Inserts an operation. `seq` is the account's sequence number after it, by which old rows are erased.
    static func insert(
        _ row: OpRow, id: OperationID, of account: AccountID, seq: Int64, now: Instant
    ) -> Statement {
        Statement(
            """
            INSERT INTO vault_op (account, op_id, request_mac, outcome, rev, seq, at, counter)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """, .identifier(account), .identifier(id), .bytes(row.requestMAC), .enumValue(row.outcome),
            .intOrNull(row.rev), .integer(seq), .instant(now), .intOrNull(row.counter))
    }

    /// Selects the number of rows of an account and the time of the oldest, one row.
    static func count(of account: AccountID) -> Statement {
        Statement("SELECT COUNT(*), MIN(at) FROM vault_op WHERE account = $1", .identifier(account))
    }

    /// Deletes operations of a time or earlier that ended at a sequence number up to `seq`, and returns these numbers.
    static func delete(
        before time: Instant, upTo seq: Int64, of account: AccountID, limit: Int64
    ) -> Statement {
        Statement(
            """
            DELETE FROM vault_op WHERE account = $1 AND op_id IN
            (SELECT op_id FROM vault_op WHERE account = $1 AND at <= $2 AND seq <= $3 LIMIT $4) RETURNING seq
            """, .identifier(account), .instant(time), .integer(seq), .integer(limit))
    }

    /// Deletes up to `limit` rows of an account.
    static func delete(_ account: AccountID, limit: Int64) -> Statement {
        Statement(
            """
            DELETE FROM vault_op WHERE account = $1 AND op_id IN
            (SELECT op_id FROM vault_op WHERE account = $1 LIMIT $2)
            """, .identifier(account), .integer(limit))
    }
}
