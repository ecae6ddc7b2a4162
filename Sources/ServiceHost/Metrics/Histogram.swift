import Synchronization

/// Counts of durations in fixed buckets, as Prometheus wants them; nanoseconds in, seconds out.
final class Histogram: Sendable {
    /// Upper bounds in nanoseconds: 50 µs to 5 s.
    static let bounds: [Int64] = [
        50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
        100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000,
    ]

    private struct Sums {
        var buckets = [Int64](repeating: 0, count: Histogram.bounds.count + 1)
        var sum: Double = 0
    }

    private let sums = Mutex(Sums())

    func observe(_ value: Int64) {
        let place = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
        sums.withLock { sums in
            sums.buckets[place] += 1
            sums.sum += Double(value)
        }
    }

    /// The lines of one histogram: cumulative buckets, sum, count.
    func lines(_ name: String, _ labels: String, scale: Double) -> [String] {
        let (buckets, sum) = sums.withLock { ($0.buckets, $0.sum) }
        let comma = labels.isEmpty ? "" : labels + ","
        var total: Int64 = 0
        var lines: [String] = []
        for (index, count) in buckets.enumerated() {
            total += count
            let bound = index < Self.bounds.count ? "\(Double(Self.bounds[index]) * scale)" : "+Inf"
            lines.append("\(name)_bucket{\(comma)le=\"\(bound)\"} \(total)")
        }
        let braces = labels.isEmpty ? "" : "{\(labels)}"
        return lines + ["\(name)_sum\(braces) \(sum * scale)", "\(name)_count\(braces) \(total)"]
    }
}
