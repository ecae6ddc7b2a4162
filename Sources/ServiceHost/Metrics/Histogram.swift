import Synchronization

/// A Prometheus histogram: counts of values in fixed buckets.
final class Histogram: Sendable {
    /// The measured quantity, which determines the buckets.
    enum Scale: Sendable {
        /// Durations: observed in nanoseconds, shown in seconds.
        case time
        /// Counts, shown as they are observed.
        case count

        /// The buckets' upper bounds, in the observed unit.
        var bounds: [Int64] {
            switch self {
            case .time: Self.times
            case .count: Self.counts
            }
        }

        /// The number of observed units in one shown unit.
        var unit: Double {
            switch self {
            case .time: 1e9
            case .count: 1
            }
        }

        /// 50 µs to 5 s.
        private static let times: [Int64] = [
            50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
            100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000,
        ]
        private static let counts: [Int64] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000]
    }

    private struct Sums {
        var buckets: [Int64]
        var sum: Double = 0
    }

    private let scale: Scale
    private let bounds: [Int64]
    private let sums: Mutex<Sums>

    init(_ scale: Scale) {
        self.scale = scale
        bounds = scale.bounds
        sums = Mutex(Sums(buckets: [Int64](repeating: 0, count: scale.bounds.count + 1)))
    }

    func observe(_ value: Int64) {
        let bucket = bounds.firstIndex { value <= $0 } ?? bounds.count
        sums.withLock { sums in
            sums.buckets[bucket] += 1
            sums.sum += Double(value)
        }
    }

    /// The exposition lines: cumulative buckets, sum and count.
    func lines(_ name: String, _ labels: String) -> [String] {
        let (buckets, sum) = sums.withLock { ($0.buckets, $0.sum) }
        let comma = labels.isEmpty ? "" : labels + ","
        var total: Int64 = 0
        var lines: [String] = []
        for (index, count) in buckets.enumerated() {
            total += count
            let bound = index < bounds.count ? "\(Double(bounds[index]) / scale.unit)" : "+Inf"
            lines.append("\(name)_bucket{\(comma)le=\"\(bound)\"} \(total)")
        }
        let braces = labels.isEmpty ? "" : "{\(labels)}"
        return lines + ["\(name)_sum\(braces) \(sum / scale.unit)", "\(name)_count\(braces) \(total)"]
    }
}
