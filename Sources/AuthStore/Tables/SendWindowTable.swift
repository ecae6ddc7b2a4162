import Primitives
import SQL

/// Statements on `send_window`: the times of the last sends per scope and key.
enum SendWindowTable {
    /// Counts a send under one key; does nothing if `rates` is empty.
    ///
    /// The first statement inserts or locks the row and returns its content in one step, because a sweep may delete an
    /// old row at any time.
    /// - Throws: ``LimitExceeded`` if a rate does not allow it.
    static func count(
        _ scope: String, _ key: [UInt8], within rates: [SendLimits.Rate], at now: Instant,
        in transaction: any Transaction
    ) throws {
        guard !rates.isEmpty else { return }
        let row = try transaction.first(
            Statement(
                """
                INSERT INTO send_window (scope, key, times, until) VALUES ($1, $2, $3, 0)
                ON CONFLICT (scope, key) DO UPDATE SET until = send_window.until RETURNING times
                """, .text(scope), .bytes(key), .bytes([])))
        var window = SendWindow(try row?.bytes(0) ?? [])
        try window.add(at: now, within: rates)
        let until = now + (rates.map(\.span).max() ?? .zero)
        try transaction.run(
            Statement(
                "UPDATE send_window SET times = $3, until = $4 WHERE scope = $1 AND key = $2", .text(scope),
                .bytes(key), .bytes(window.bytes), .instant(until)))
    }
}
