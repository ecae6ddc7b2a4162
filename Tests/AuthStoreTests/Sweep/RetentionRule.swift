import AuthStore
import Primitives
import SQL
import Testing

/// One rule by which time removes rows of a table: how to make such rows, and how long they are kept.
struct RetentionRule: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let table: String
    /// The SQL condition of the rows that `make` makes.
    let rows: String
    /// The time after `RetainedRows.since` until which the sweep keeps the rows.
    let kept: Duration
    let make: @Sendable (inout AuthStoreFixture) async throws -> RetainedRows

    init(
        _ description: String, _ table: String, where rows: String = "1 = 1", kept: Duration,
        _ make: @escaping @Sendable (inout AuthStoreFixture) async throws -> RetainedRows
    ) {
        testDescription = description
        self.table = table
        self.rows = rows
        self.kept = kept
        self.make = make
    }

    func count(in fixture: AuthStoreFixture) async throws -> Int64 { try await fixture.count(table, where: rows) }
}

/// Rows that a ``RetentionRule`` has made.
struct RetainedRows: Sendable {
    /// The moment from which the time of the rule counts.
    let since: Instant
    /// What the store does because of the rows; nil if they have no effect any more.
    let effect: Effect?

    /// For an effect that has ended at ``since`` and is in force until then.
    static let untilJustBefore = Duration.milliseconds(-1)

    struct Effect: Sendable {
        /// The time after `since` at which the effect is in force for the last time.
        let lasts: Duration
        /// Returns true if the effect is in force now. May change rows.
        let isInForce: @Sendable (AuthStoreFixture) async throws -> Bool
    }

    init(since: Instant) {
        self.since = since
        effect = nil
    }

    init(
        since: Instant, effectLasts lasts: Duration,
        _ isInForce: @escaping @Sendable (AuthStoreFixture) async throws -> Bool
    ) {
        self.since = since
        effect = Effect(lasts: lasts, isInForce: isInForce)
    }
}
