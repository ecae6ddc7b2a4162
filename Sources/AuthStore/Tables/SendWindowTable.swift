import Primitives
import SQL

/// Statements on `send_window`: the times of the last sends per scope and key.
enum SendWindowTable {
    /// Counts a send under one key and returns the times of those that were counted there before, in the longest span of
    /// the rates; does nothing if `rates` is empty.
    /// - Throws: ``LimitExceeded`` if a rate does not allow it.
    @discardableResult
    static func count(
        _ scope: String, _ key: [UInt8], within rates: [SendLimits.Rate], at now: Instant,
        in transaction: any Transaction
    ) throws -> [Instant] {
        guard !rates.isEmpty else { return [] }
        var window = try lock(scope, key, in: transaction)
        let before = window.instants(within: rates, at: now)
        try window.add(at: now, within: rates)
        let longest = rates.map(\.span).max() ?? .zero
        try transaction.run(replace(scope, key, window, keptUntil: now + longest))
        return before
    }

    /// Notes a send under one key, keeps the last `count` times for `time`, and returns those that were kept before.
    static func note(
        _ scope: String, _ key: [UInt8], keeping count: Int, for time: Duration, at now: Instant,
        in transaction: any Transaction
    ) throws -> [Instant] {
        var window = try lock(scope, key, in: transaction)
        let before = window.instants
        window.note(at: now, keeping: count)
        try transaction.run(replace(scope, key, window, keptUntil: now + time))
        return before
    }

    /// Takes back a send that was counted under one key at a time.
    static func takeBack(
        _ scope: String, _ key: [UInt8], countedAt time: Instant, keptFor span: Duration,
        in transaction: any Transaction
    ) throws {
        var window = try lock(scope, key, in: transaction)
        window.remove(at: time)
        try transaction.run(replace(scope, key, window, keptUntil: time + span))
    }

    /// Inserts or locks the row of a key and returns its content, in one statement, because a sweep may delete an old
    /// row at any time.
    private static func lock(
        _ scope: String, _ key: [UInt8], in transaction: any Transaction
    ) throws -> SendWindow {
        let row = try transaction.first(
            Statement(
                """
                INSERT INTO send_window (scope, key, times, until) VALUES ($1, $2, $3, 0)
                ON CONFLICT (scope, key) DO UPDATE SET until = send_window.until RETURNING times
                """, .text(scope), .bytes(key), .bytes([])))
        return SendWindow(try row?.bytes(0) ?? [])
    }

    private static func replace(
        _ scope: String, _ key: [UInt8], _ window: SendWindow, keptUntil until: Instant
    ) -> Statement {
        Statement(
            "UPDATE send_window SET times = $3, until = $4 WHERE scope = $1 AND key = $2", .text(scope),
            .bytes(key), .bytes(window.bytes), .instant(until))
    }
}
