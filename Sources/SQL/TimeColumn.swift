public import Primitives

/// A column of times, and how far they may lie in the future: what a reset of the times looks at after a wrong clock was
/// believed.
///
/// The rule of a reset: **what has happened is set to the present, and what ends or begins later keeps the time that it had
/// left by the latest time of the wrong clock.** So what had expired stays expired, what counted counts, and no wait becomes
/// longer. A time for which a longer wait does no harm may be set to the latest possible one instead.
public struct TimeColumn: Sendable {
    private static let chunk = 1_000

    public let table: String
    public let column: String
    private let key: String
    private let bound: Duration
    public let action: Action

    /// What happens to a row whose time lies further in the future.
    public enum Action: Sendable, Hashable {
        /// The time is set to the latest possible one.
        case setBack
        /// The row keeps the time that it had left by the latest time, which is none if it was over.
        ///
        /// `since` is the column with the time at which the row was written. It is set back in the same statement, so that a
        /// reset that is repeated takes nothing off twice. Nil if there is none; the row then counts as written one bound
        /// before its end.
        case keepLeft(since: String?)
        /// The time stays as long ago as it was by the latest time.
        case keepAge
        /// The time is set to this long before the present: the time itself was wrong, so nothing that is allowed soon
        /// after it may be allowed again.
        case setBackBy(Duration)
        /// The time is set to 0, which the service replaces with the right one.
        case clear
        /// The row is deleted.
        case delete
    }

    /// - Parameters:
    ///   - key: the columns of the table's primary key.
    ///   - bound: the longest time by which the service itself sets the column into the future.
    public init(
        _ table: String, key: String, _ column: String, within bound: Duration = .zero, _ action: Action = .setBack
    ) {
        (self.table, self.key, self.column, self.bound, self.action) = (table, key, column, bound, action)
    }

    /// Resets the times that lie too far in the future. The largest number stands for never and is left.
    ///
    /// - Parameter latest: the latest time by which the service has judged. One before `now` counts as `now`.
    /// - Returns: the number of rows changed.
    public func reset(to now: Instant, from latest: Instant, on database: any Database) async throws -> Int {
        try await Self.run(statement(now: now, latest: max(latest, now)), on: database)
    }

    private func statement(now: Instant, latest: Instant) -> Statement {
        let bounded: [SQLValue] = [.instant(now + bound)],
            all: [SQLValue] = bounded + [.instant(now), .instant(latest)]
        switch action {
        case .setBack: return statement("UPDATE \(table) SET \(column) = $1", values: bounded)
        case .setBackBy(let age):
            return statement("UPDATE \(table) SET \(column) = $2", values: bounded + [.instant(now - age)])
        case .clear: return statement("UPDATE \(table) SET \(column) = 0", values: bounded)
        case .delete: return statement("DELETE FROM \(table)", values: bounded)
        case .keepAge:
            return statement(
                """
                UPDATE \(table) SET \(column) = CASE WHEN \(column) < $3 THEN \(column) - $3 + $2 ELSE $1 END
                """, values: all)
        case .keepLeft(let since):
            let written = since ?? "\(column) - \(bound.ms)"
            let end = "\(column) - CASE WHEN \(written) > $3 THEN \(written) ELSE $3 END + $2"
            let also = since.map { ", \($0) = CASE WHEN \($0) > $2 THEN $2 ELSE \($0) END" } ?? ""
            return statement(
                """
                UPDATE \(table) SET \(column) = CASE WHEN \(end) < $2 THEN $2 WHEN \(end) > $1 THEN $1 ELSE \(end) END\(also)
                """, where: "\(column) > $2 AND (\(written) > $2 OR \(column) > $1)", values: all)
        }
    }

    private func statement(_ effect: String, where condition: String? = nil, values: [SQLValue]) -> Statement {
        Statement(
            """
            \(effect) WHERE (\(key)) IN (
                SELECT \(key) FROM \(table) WHERE \(condition ?? "\(column) > $1") AND \(column) < \(Int64.max)
                LIMIT \(Self.chunk) {claim})
            """, values: values)
    }

    private static func run(_ statement: Statement, on database: any Database) async throws -> Int {
        var changed = 0
        while true {
            let count = try await database.write { transaction in
                try transaction.run(statement)
                return transaction.changes
            }
            changed += count
            if count < chunk { return changed }
        }
    }

    /// Resets several columns; returns the numbers of rows changed by table and column.
    public static func reset(
        _ columns: [TimeColumn], to now: Instant, from latest: Instant, on database: any Database
    ) async throws -> [String: Int] {
        var changes: [String: Int] = [:]
        for column in columns {
            changes["\(column.table).\(column.column)"] = try await column.reset(to: now, from: latest, on: database)
        }
        return changes
    }
}
