import Primitives

/// The times of the last sends under one key, so that a rate holds over every stretch of time and not per period.
///
/// Its stored form is each time as 8 bytes, big-endian.
struct SendWindow {
    private var times: [Int64]

    init(_ bytes: [UInt8]) {
        times = bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 8).map { index in
                Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: Int64.self))
            }
        }
    }

    var bytes: [UInt8] { times.map(\.bigEndian).withUnsafeBytes { [UInt8]($0) } }

    /// Adds a send at `now` if every rate allows it, and forgets times no rate needs any more.
    mutating func add(at now: Instant, within rates: [SendLimits.Rate]) throws(LimitExceeded) {
        let retries = rates.compactMap { rate -> (span: Duration, retryAt: Instant)? in
            guard times.count(where: { Instant(ms: $0) + rate.span > now }) >= rate.count else { return nil }
            let inside = times.filter { Instant(ms: $0) + rate.span > now }
            let start = rate.count == 0 ? now : Instant(ms: inside[inside.count - rate.count])
            return (rate.span, start + rate.span)
        }
        if let latest = retries.map(\.retryAt).max() { throw LimitExceeded(retryAt: latest, rates: retries) }
        let longest = rates.map(\.span).max() ?? .zero
        times.removeAll { Instant(ms: $0) + longest <= now }
        times.append(now.ms)
    }

    /// Adds a send at `now` whatever the rates, and forgets all but the last `count` times.
    mutating func note(at now: Instant, keeping count: Int) {
        times = (times + [now.ms]).suffix(count)
    }

    /// Takes one send at a time back, if there is one.
    mutating func remove(at time: Instant) {
        if let index = times.lastIndex(of: time.ms) { times.remove(at: index) }
    }

    /// The times that are kept, in the order in which they were added.
    var instants: [Instant] { times.map { Instant(ms: $0) } }

    /// The times of the sends in the longest span of the rates before `now`.
    func instants(within rates: [SendLimits.Rate], at now: Instant) -> [Instant] {
        let longest = rates.map(\.span).max() ?? .zero
        return instants.filter { $0 + longest > now }
    }
}
