import Primitives
import SQL

/// The attempts in a row of one device key without a right code, counted in one row of a table with the columns
/// `thumbprint`, `failures`, `waits_until` and `at`. After a number of them the device key has to wait.
struct AttemptStreak {
    typealias Column = (name: String, value: SQLValue)

    /// The time without an attempt after which the sweep deletes a row.
    static let keptFor = Duration.days(30)

    private let table: String, thumbprint: String
    private let target: Column, unkeyed: Column?

    /// - Parameters:
    ///   - target: the column that is the primary key together with `thumbprint`.
    ///   - unkeyed: another column that a new row gets.
    init(_ table: String, at target: Column, thumbprint: String, storing unkeyed: Column? = nil) {
        (self.table, self.target, self.thumbprint, self.unkeyed) = (table, target, thumbprint, unkeyed)
    }

    /// Counts one more attempt in a row and, at the limit, makes the device key wait after this attempt. Returns the
    /// number of attempts in a row, which begins again at 1 after a wait; nil while the key has to wait.
    func countAttempt(limits: CodeLimits, at now: Instant, in transaction: any Transaction) throws -> Int64? {
        let column = unkeyed.map { ", \($0.name)" } ?? "", value = unkeyed == nil ? "" : ", $6"
        return try transaction.first(
            Statement(
                """
                INSERT INTO \(table) (\(target.name), thumbprint, failures, waits_until, at\(column))
                VALUES ($1, $2, 1, 0, $3\(value))
                ON CONFLICT (\(target.name), thumbprint) DO UPDATE SET at = $3,
                    failures = CASE WHEN \(table).waits_until > 0 THEN 1 ELSE \(table).failures + 1 END,
                    waits_until = CASE WHEN \(table).waits_until = 0 AND \(table).failures + 1 >= $4
                        THEN CAST($5 AS BIGINT) ELSE 0 END
                WHERE \(table).waits_until <= $3 RETURNING failures
                """,
                values: [
                    target.value, .text(thumbprint), .instant(now), .int(limits.inARow), .instant(now + limits.wait),
                ] + (unkeyed.map { [$0.value] } ?? []))
        ).map { try $0.int(0) }
    }

    /// The moment until which the device key has to wait; nil if it has no row.
    func waitsUntil(in transaction: any Transaction) throws -> Instant? {
        try transaction.first(
            Statement(
                "SELECT waits_until FROM \(table) WHERE \(target.name) = $1 AND thumbprint = $2", target.value,
                .text(thumbprint))
        )?.instant(0)
    }
}
