import Domain
import Primitives
import SQL

/// Statements on `rotating_key`, and on `row_key`, which holds the kinds of ``KeyKind/makesRows`` in the same columns.
enum RotatingKeyTable {
    static let selectAll = Statement(
        """
        SELECT \(KeyRecord.columns) FROM rotating_key UNION ALL SELECT \(KeyRecord.columns) FROM row_key
        ORDER BY kind, number
        """)

    private static func table(of kind: KeyKind) -> String { kind.makesRows ? "row_key" : "rotating_key" }

    /// Reads the keys of a kind and locks their rows until the transaction ends.
    static func lock(_ kind: KeyKind, in transaction: any Transaction) throws -> [KeyRecord] {
        try transaction.run(
            Statement(
                "SELECT \(KeyRecord.columns) FROM \(table(of: kind)) WHERE kind = $1 ORDER BY number {lockRow}",
                .enumValue(kind))
        ).map { try KeyRecord($0) }
    }

    /// Inserts a key; changes nothing if its number is taken, or if it is active and its kind has an active key.
    static func insertIfAbsent(_ key: KeyRecord) -> Statement {
        Statement(
            """
            INSERT INTO \(table(of: key.id.kind)) (kind, number, state, fingerprint, since) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT DO NOTHING
            """,
            .enumValue(key.id.kind), .int(key.id.number), .enumValue(key.state), .bytes(key.fingerprint),
            .instant(key.since))
    }

    static func setState(_ state: KeyState, of key: KeyID, at now: Instant) -> Statement {
        Statement(
            "UPDATE \(table(of: key.kind)) SET state = $3, since = $4 WHERE kind = $1 AND number = $2",
            .enumValue(key.kind), .int(key.number), .enumValue(state), .instant(now))
    }
}
