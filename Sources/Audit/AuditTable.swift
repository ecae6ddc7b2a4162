import Primitives
import SQL

/// Statements on `audit`. A row gets its `number` and `chain_hash` after its transaction was committed
/// (``AuditLog/chainRows(waiting:limit:)``). No statement changes another column.
enum AuditTable {
    static func insert(_ row: AuditRow, code: [UInt8]) -> Statement {
        Statement(
            """
            INSERT INTO audit (\(AuditRow.columns), mac)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            """, values: row.values + [.bytes(code)])
    }

    /// Selects 1 if a row has no number yet.
    static let selectUnnumbered = Statement("SELECT 1 FROM audit WHERE number IS NULL LIMIT 1")

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
    static func selectChained(after number: Int64, limit: Int) -> Statement {
        Statement(
            """
            SELECT \(AuditRow.columns), mac, number, chain_hash FROM audit WHERE number > $1 ORDER BY number LIMIT $2
            """, .integer(number), .int(limit))
    }

    /// Selects the rows without a number that follow a row, in the order of identifiers.
    static func selectUnchained(after id: [UInt8], limit: Int) -> Statement {
        Statement(
            """
            SELECT \(AuditRow.columns), mac, number, chain_hash FROM audit WHERE number IS NULL AND id > $1
            ORDER BY id LIMIT $2
            """, .bytes(id), .int(limit))
    }

    /// Selects the last of the `limit` oldest numbered rows that was written before a moment: its number and hash.
    static func selectLast(before moment: Instant, limit: Int) -> Statement {
        Statement(
            """
            SELECT number, chain_hash FROM (
                SELECT number, chain_hash, at FROM audit WHERE number IS NOT NULL ORDER BY number LIMIT $2) AS oldest
            WHERE at < $1 ORDER BY number DESC LIMIT 1
            """, .instant(moment), .int(limit))
    }

    static func delete(upTo number: Int64) -> Statement {
        Statement("DELETE FROM audit WHERE number <= $1", .integer(number))
    }
}
