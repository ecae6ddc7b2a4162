import Domain
import Primitives
import SQL

/// Statements on `audit`. A row gets its `number` and `chain_hash` after its transaction was committed
/// (``AuditLog/chainRows(waiting:limit:)``). No statement changes another column.
enum AuditTable {
    /// Returns one row if it was inserted. A constraint or a trigger that somebody has added may ignore it.
    static func insert(_ row: AuditRow, code: [UInt8]) -> Statement {
        Statement(
            """
            INSERT INTO audit (\(AuditRow.columns), mac)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING 1
            """, values: row.values + [.bytes(code)])
    }

    /// Selects 1 if a row has no number yet.
    static let selectUnnumbered = Statement("SELECT 1 FROM audit WHERE number IS NULL LIMIT 1")

    /// Selects the time of the oldest row without a number; NULL if there is none.
    static let selectOldestUnnumbered = Statement("SELECT min(at) FROM audit WHERE number IS NULL")

    /// Selects the identifiers and codes of the oldest rows without a number.
    static func selectUnnumbered(limit: Int) -> Statement {
        Statement("SELECT id, mac FROM audit WHERE number IS NULL ORDER BY at, id LIMIT $1", .int(limit))
    }

    static func setNumber(_ head: AuditHead, of id: [UInt8]) -> Statement {
        Statement(
            "UPDATE audit SET number = $2, chain_hash = $3 WHERE id = $1", .bytes(id), .integer(head.number),
            .bytes(head.hash))
    }

    /// Selects the rows that follow a number, in the order of the chain.
    static func selectChained(after number: Int64, through last: Int64 = .max, limit: Int) -> Statement {
        Statement(
            """
            SELECT \(StoredAuditRow.columns) FROM audit WHERE number > $1 AND number <= $2 ORDER BY number LIMIT $3
            """, .integer(number), .integer(last), .int(limit))
    }

    /// Selects the chain hash of a row.
    static func selectHash(of number: Int64) -> Statement {
        Statement("SELECT chain_hash FROM audit WHERE number = $1", .integer(number))
    }

    /// Selects the numbers of the first rows that the service would have deleted already.
    static func selectNumbers(upTo floor: Int64, limit: Int) -> Statement {
        Statement("SELECT number FROM audit WHERE number <= $1 ORDER BY number LIMIT $2", .integer(floor), .int(limit))
    }

    /// Selects the number of all rows, and of those that have no number.
    static let count = Statement("SELECT count(*), count(*) - count(number) FROM audit")

    /// Selects the time of the last row of an account with a kind and a detail, whether it has its number or not.
    static func selectLastTime(of account: AccountID, _ kind: AuditKind, _ detail: String) -> Statement {
        Statement(
            "SELECT max(at) FROM audit WHERE account = $1 AND kind = $2 AND detail = $3", .identifier(account),
            .enumValue(kind), .text(detail))
    }

    /// Selects the rows without a number that follow a row, in the order of identifiers.
    static func selectUnchained(after id: [UInt8], limit: Int) -> Statement {
        Statement(
            """
            SELECT \(AuditRow.columns), mac FROM audit WHERE number IS NULL AND id > $1
            ORDER BY id LIMIT $2
            """, .bytes(id), .int(limit))
    }

    /// Selects the number of the last one of at most `limit` rows that follow a number, among those written before a moment.
    static func selectLast(before moment: Instant, after number: Int64, limit: Int) -> Statement {
        Statement(
            """
            SELECT max(number) FROM (
                SELECT number, at FROM audit WHERE number > $2 ORDER BY number LIMIT $3) AS oldest
            WHERE at < $1
            """, .instant(moment), .integer(number), .int(limit))
    }

    static func delete(after floor: Int64, through last: Int64) -> Statement {
        Statement("DELETE FROM audit WHERE number > $1 AND number <= $2", .integer(floor), .integer(last))
    }
}
