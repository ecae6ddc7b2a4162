public import CoreMetrics
import Synchronization

/// A Prometheus backend for swift-metrics: counters, gauges and histograms, and their exposition text (format 0.0.4).
///
/// The number of series is bounded, so that labels cannot fill the memory: past the maximum, values of a new series are
/// discarded.
public final class Prometheus: MetricsFactory, Sendable {
    /// The largest number of series.
    public static let maximumSeriesCount = 4096

    private struct Key: Hashable, Sendable {
        let name: String
        let labels: String
    }

    private enum Series: Sendable {
        case counter(CounterValue)
        case gauge(GaugeValue)
        case histogram(Histogram)
    }

    private let series = Mutex<[Key: Series]>([:])
    private let polled = Mutex<[(String, @Sendable () -> Int)]>([])

    public init() {}

    /// Adds a metric whose value is read at each scrape: a counter if its name ends in `_total`, otherwise a gauge.
    public func addPolledMetric(_ name: String, _ read: @escaping @Sendable () -> Int) {
        polled.withLock { $0.append((name, read)) }
    }

    /// The exposition text: every series, sorted by name, and then the polled metrics in the order they were added.
    public var text: String {
        let all = series.withLock { $0 }.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }
        var lines: [String] = []
        var typed: Set<String> = []
        for (key, series) in all {
            let braces = key.labels.isEmpty ? "" : "{\(key.labels)}"
            switch series {
            case .counter(let sum):
                if typed.insert(key.name).inserted { lines.append("# TYPE \(key.name) counter") }
                lines.append("\(key.name)\(braces) \(sum.value.load(ordering: .relaxed))")
            case .gauge(let level):
                if typed.insert(key.name).inserted { lines.append("# TYPE \(key.name) gauge") }
                lines.append("\(key.name)\(braces) \(level.value.withLock { $0 })")
            case .histogram(let histogram):
                if typed.insert(key.name).inserted { lines.append("# TYPE \(key.name) histogram") }
                lines += histogram.lines(key.name, key.labels)
            }
        }
        for (name, read) in polled.withLock({ $0 }) {
            lines += ["# TYPE \(name) \(name.hasSuffix("_total") ? "counter" : "gauge")", "\(name) \(read())"]
        }
        return lines.map { $0 + "\n" }.joined()
    }

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        let new = CounterValue()
        if case .counter(let sum)? = findOrAddSeries(label, dimensions, .counter(new)) { return sum }
        return new
    }

    /// Makes a histogram if the recorder aggregates, otherwise a gauge.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        if aggregate {
            let new = Histogram(.count)
            if case .histogram(let histogram)? = findOrAddSeries(label, dimensions, .histogram(new)) {
                return histogram
            }
            return new
        }
        let new = GaugeValue()
        if case .gauge(let level)? = findOrAddSeries(label, dimensions, .gauge(new)) { return level }
        return new
    }

    /// Makes a histogram in seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let new = Histogram(.time)
        if case .histogram(let histogram)? = findOrAddSeries(label, dimensions, .histogram(new)) {
            return histogram
        }
        return new
    }

    // Series live as long as the process.
    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}

    private func findOrAddSeries(_ name: String, _ dimensions: [(String, String)], _ new: Series) -> Series? {
        let labels = dimensions.map {
            "\(Self.validName($0.0))=\"\($0.1.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline })\""
        }
        let key = Key(name: Self.validName(name), labels: labels.joined(separator: ","))
        return series.withLock { series in
            if let kept = series[key] { return kept }
            guard series.count < Self.maximumSeriesCount else { return nil }
            series[key] = new
            return new
        }
    }

    /// Returns a valid Prometheus name: swift-metrics also allows dots and hyphens.
    private static func validName(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" })
    }
}

/// The value of a counter.
final class CounterValue: CounterHandler, Sendable {
    let value = Atomic<Int64>(0)
    func increment(by amount: Int64) { value.add(amount, ordering: .relaxed) }
    func reset() { value.store(0, ordering: .relaxed) }
}

/// The value of a gauge: the last one recorded.
final class GaugeValue: RecorderHandler, Sendable {
    let value = Mutex<Double>(0)
    func record(_ value: Int64) { self.value.withLock { $0 = Double(value) } }
    func record(_ value: Double) { self.value.withLock { $0 = value } }
}

extension Histogram: RecorderHandler, TimerHandler {
    func record(_ value: Int64) { observe(value) }
    func record(_ value: Double) { observe(Int64(value)) }
    func recordNanoseconds(_ duration: Int64) { observe(duration) }
}
