public import Domain
public import Primitives
import SQL

/// The rows of one table that hold values made with the keys of a kind.
struct KeyUse {
    let table: String
    /// The column with the number of the key.
    let column: String
    /// The condition that a row still needs its key; `$2` stands for now.
    let condition: String

    /// The tables of a kind. A kind whose keys made nothing that rows hold has none.
    static func all(of kind: KeyKind) -> [KeyUse] {
        switch kind {
        case .signing, .nonce: []
        case .seal:
            [
                KeyUse(table: "account", column: "seal_key", condition: "phone_sealed IS NOT NULL"),
                KeyUse(table: "registration", column: "seal_key", condition: "expires > $2"),
                KeyUse(table: "outbox", column: "seal_key", condition: "sealed IS NOT NULL"),
                KeyUse(table: "outbox", column: "recipient_key", condition: "recipient IS NOT NULL"),
                KeyUse(table: "deletion", column: "seal_key", condition: "sealed IS NOT NULL"),
            ]
        case .index:
            [
                KeyUse(table: "account", column: "index_key", condition: "phone_index IS NOT NULL"),
                KeyUse(table: "registration", column: "index_key", condition: "expires > $2"),
                KeyUse(table: "otp_challenge", column: "index_key", condition: "expires > $2"),
                KeyUse(table: "otp_streak", column: "index_key", condition: "at > $2 - 2592000000"),
                KeyUse(table: "operator_enrolment", column: "index_key", condition: "expires > $2"),
                KeyUse(table: "deletion", column: "index_key", condition: "at >= 0"),
            ]
        case .hash:
            [
                KeyUse(
                    table: "otp_challenge", column: "hash_key",
                    condition: "used_at IS NULL AND ended_at IS NULL AND expires > $2"),
                KeyUse(table: "session", column: "hash_key", condition: "ended IS NULL AND expires > $2"),
                KeyUse(table: "idempotency", column: "hash_key", condition: "at > $2 - 86400000"),
                KeyUse(table: "operator_enrolment", column: "hash_key", condition: "expires > $2"),
                KeyUse(table: "recovery_set", column: "hash_key", condition: "seed IS NOT NULL"),
            ]
        }
    }

    /// Counts the rows that need a key.
    ///
    /// - Parameter tables: counts only those of these tables; nil counts all.
    static func rows(
        of key: KeyID, of tables: Set<String>? = nil, at now: Instant, in transaction: any Transaction
    ) throws -> Int {
        try all(of: key.kind).filter { tables?.contains($0.table) ?? true }.reduce(0) { count, use in
            // Both parameters have to occur in the statement, and a condition without a time would leave the second one out.
            let row = try transaction.first(
                Statement(
                    """
                    SELECT COUNT(*) FROM \(use.table)
                    WHERE COALESCE(\(use.column), 1) = $1 AND $2 >= 0 AND \(use.condition)
                    """, .int(key.number), .instant(now)))
            return count + Int(try row?.int(0) ?? 0)
        }
    }
}

extension AuthStore {
    /// Returns the number of rows that need each of the given keys, for those that rows may need.
    public func rowsNeeding(_ keys: [KeyID], at now: Instant) async throws -> [KeyID: Int] {
        try await database.read { transaction in
            try keys.reduce(into: [:]) { counts, key in
                if key.kind.makesRows { counts[key] = try KeyUse.rows(of: key, at: now, in: transaction) }
            }
        }
    }
}
