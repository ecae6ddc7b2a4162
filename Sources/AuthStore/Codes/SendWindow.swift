import Primitives
import SQL

/// The moments of the last sends under one key, so that a limit is exact over every stretch of time.
struct SendWindow {
    /// A send that must wait.
    struct Refusal: Error {
        let retryAt: Instant
    }

    private var times: [Int64]

    init(_ bytes: [UInt8]) {
        times = stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map { start in
            Int64(bitPattern: bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    var bytes: [UInt8] { times.flatMap { time in withUnsafeBytes(of: time.bigEndian) { [UInt8]($0) } } }

    /// Adds a send at `now` where every rate allows it.
    mutating func add(at now: Instant, within rates: [SendLimits.Rate]) throws(Refusal) {
        let retries = rates.compactMap { rate -> Instant? in
            let inside = times.filter { Instant(ms: $0) + rate.span > now }
            guard inside.count >= rate.count else { return nil }
            return rate.count == 0 ? now + rate.span : Instant(ms: inside[inside.count - rate.count]) + rate.span
        }
        if let latest = retries.max() { throw Refusal(retryAt: latest) }
        let longest = rates.map(\.span).max() ?? .zero
        times.removeAll { Instant(ms: $0) + longest <= now }
        times.append(now.ms)
    }
}

extension Transaction {
    /// Counts a send under one key; refuses where a rate does not allow it.
    ///
    /// The first statement makes the row or locks it and gives what is in it: a sweep may remove an old one at any time.
    func countSend(_ scope: String, _ key: [UInt8], within rates: [SendLimits.Rate], at now: Instant) throws {
        guard !rates.isEmpty else { return }
        let row = try first(
            Statement(
                """
                INSERT INTO send_window (scope, key, times, until) VALUES ($1, $2, $3, 0)
                ON CONFLICT (scope, key) DO UPDATE SET until = send_window.until RETURNING times
                """, .text(scope), .bytes(key), .bytes([])))
        var window = SendWindow(try row?.bytes(0) ?? [])
        try window.add(at: now, within: rates)
        let until = now + (rates.map(\.span).max() ?? .zero)
        try run(
            Statement(
                "UPDATE send_window SET times = $3, until = $4 WHERE scope = $1 AND key = $2", .text(scope),
                .bytes(key), .bytes(window.bytes), .at(until)))
    }
}
