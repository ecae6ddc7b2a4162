public import Primitives

/// A column of times, and how far they may lie in the future: what a reset of the times looks at after a wrong clock was
/// believed.
public struct TimeColumn: Sendable {
    private static let chunk = 1_000

    public let table: String
    public let column: String
    private let key: String
    private let bound: Duration
    private let action: Action

    /// What happens to a row whose time lies further in the future.
    public enum Action: Sendable, Hashable {
        /// The time is set to the latest possible one.
        case setBack
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
    /// - Returns: the number of rows changed.
    public func reset(to now: Instant, on database: any Database) async throws -> Int {
        var values: [SQLValue] = [.instant(now + bound)], target = "$1"
        if case .setBackBy(let age) = action {
            values.append(.instant(now - age))
            target = "$2"
        }
        let effect =
            switch action {
            case .setBack, .setBackBy: "UPDATE \(table) SET \(column) = \(target)"
            case .clear: "UPDATE \(table) SET \(column) = 0"
            case .delete: "DELETE FROM \(table)"
            }
        let statement = Statement(
            """
            \(effect) WHERE (\(key)) IN (
                SELECT \(key) FROM \(table) WHERE \(column) > $1 AND \(column) < \(Int64.max) LIMIT \(Self.chunk) {claim})
            """, values: values)
        var changed = 0
        while true {
            let count = try await database.write { transaction in
                try transaction.run(statement)
                return transaction.changes
            }
            changed += count
            if count < Self.chunk { return changed }
        }
    }

    /// Resets several columns; returns the numbers of rows changed by table and column.
    public static func reset(
        _ columns: [TimeColumn], to now: Instant, on database: any Database
    ) async throws -> [String: Int] {
        var changes: [String: Int] = [:]
        for column in columns {
            changes["\(column.table).\(column.column)"] = try await column.reset(to: now, on: database)
        }
        return changes
    }
}
