import Primitives
import SQL

/// `vault_op(account, op_id)`: what became of each operation, so that a retry never applies twice.
///
/// It holds outcome and rev only, and a keyed MAC of the request: no body, and nothing that tests a guess.
enum OpTable {
    /// What became of an operation. A rejected one is not kept: it had no effect, and may succeed later.
    enum Outcome: String, Sendable {
        case applied, copied, noop, conflict, gone
    }

    /// One remembered operation.
    struct Entry: Sendable, Hashable {
        let requestMAC: [UInt8]
        let outcome: Outcome
        /// The rev it made, or met; nil where there was no row.
        let rev: Int64?
    }

    static let definition = """
        CREATE TABLE vault_op (
            account BYTEA NOT NULL, op_id BYTEA NOT NULL, request_mac BYTEA NOT NULL, outcome TEXT NOT NULL,
            rev BIGINT, seq BIGINT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (account, op_id)
        ) {clustered}
        """

    /// What is remembered of an operation.
    static func read(_ id: OperationID, of account: AccountID) -> Statement {
        Statement(
            "SELECT request_mac, outcome, rev FROM vault_op WHERE account = $1 AND op_id = $2", .bytes(account.bytes),
            .bytes(id.bytes))
    }

    /// Remembers an operation; `seq` is the head when it was decided, by which entries expire.
    static func keep(
        _ entry: Entry, id: OperationID, of account: AccountID, seq: Int64, now: Instant
    ) -> Statement {
        Statement(
            """
            INSERT INTO vault_op (account, op_id, request_mac, outcome, rev, seq, at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """, .bytes(account.bytes), .bytes(id.bytes), .bytes(entry.requestMAC), .text(entry.outcome.rawValue),
            .intOrNull(entry.rev), .integer(seq), .integer(now.ms))
    }

    /// Erases up to `limit` entries of an account.
    static func erase(_ account: AccountID, limit: Int64) -> Statement {
        Statement(
            """
            DELETE FROM vault_op WHERE account = $1 AND op_id IN
            (SELECT op_id FROM vault_op WHERE account = $1 LIMIT $2)
            """, .bytes(account.bytes), .integer(limit))
    }
}

extension OpTable.Entry {
    init(_ row: Row) throws {
        requestMAC = try row.bytes(0)
        outcome = try row.value(1)
        rev = try row.intOrNil(2)
    }
}
