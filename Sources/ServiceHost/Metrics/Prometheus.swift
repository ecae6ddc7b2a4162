public import CoreMetrics
import Synchronization

/// A small Prometheus backend for swift-metrics: counters, gauges and histograms, and their text (format 0.0.4).
///
/// Series are bounded: past the bound a new one is counted nowhere, so that no caller can fill the memory with labels.
public final class Prometheus: MetricsFactory, Sendable {
    /// How many series are kept.
    public static let bound = 4096

    private struct Key: Hashable, Sendable {
        let name: String
        let labels: String
    }

    private enum Series: Sendable {
        case counter(Sum)
        case gauge(Level)
        case histogram(Histogram)
    }

    private let series = Mutex<[Key: Series]>([:])
    private let polled = Mutex<[(String, @Sendable () -> Int)]>([])

    /// An empty registry.
    public init() {}

    /// Shows a number that something else keeps, asked for at each scrape: a counter when its name ends in `_total`,
    /// else a gauge.
    public func show(_ name: String, _ read: @escaping @Sendable () -> Int) {
        polled.withLock { $0.append((name, read)) }
    }

    /// The exposition text of every series, in order of name.
    public var text: String {
        let all = series.withLock { $0 }.sorted { ($0.key.name, $0.key.labels) < ($1.key.name, $1.key.labels) }
        var lines: [String] = []
        var told: Set<String> = []
        for (key, series) in all {
            let braces = key.labels.isEmpty ? "" : "{\(key.labels)}"
            switch series {
            case .counter(let sum):
                if told.insert(key.name).inserted { lines.append("# TYPE \(key.name) counter") }
                lines.append("\(key.name)\(braces) \(sum.value.load(ordering: .relaxed))")
            case .gauge(let level):
                if told.insert(key.name).inserted { lines.append("# TYPE \(key.name) gauge") }
                lines.append("\(key.name)\(braces) \(level.value.withLock { $0 })")
            case .histogram(let histogram):
                if told.insert(key.name).inserted { lines.append("# TYPE \(key.name) histogram") }
                lines += histogram.lines(key.name, key.labels)
            }
        }
        for (name, read) in polled.withLock({ $0 }) {
            lines += ["# TYPE \(name) \(name.hasSuffix("_total") ? "counter" : "gauge")", "\(name) \(read())"]
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// A counter.
    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        let fresh = Sum()
        if case .counter(let sum)? = keep(label, dimensions, .counter(fresh)) { return sum }
        return fresh
    }

    /// A histogram when it aggregates, else a gauge.
    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        if aggregate {
            let fresh = Histogram(.count)
            if case .histogram(let histogram)? = keep(label, dimensions, .histogram(fresh)) {
                return histogram
            }
            return fresh
        }
        let fresh = Level()
        if case .gauge(let level)? = keep(label, dimensions, .gauge(fresh)) { return level }
        return fresh
    }

    /// A histogram of seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let fresh = Histogram(.time)
        if case .histogram(let histogram)? = keep(label, dimensions, .histogram(fresh)) {
            return histogram
        }
        return fresh
    }

    /// Series live as long as the process.
    public func destroyCounter(_ handler: any CounterHandler) {}
    /// Series live as long as the process.
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    /// Series live as long as the process.
    public func destroyTimer(_ handler: any TimerHandler) {}

    private func keep(_ name: String, _ dimensions: [(String, String)], _ fresh: Series) -> Series? {
        let labels = dimensions.map {
            "\(Self.plain($0.0))=\"\($0.1.filter { $0 != "\"" && $0 != "\\" && !$0.isNewline })\""
        }
        let key = Key(name: Self.plain(name), labels: labels.joined(separator: ","))
        return series.withLock { series in
            if let kept = series[key] { return kept }
            guard series.count < Self.bound else { return nil }
            series[key] = fresh
            return fresh
        }
    }

    /// A name Prometheus takes, as swift-metrics' users may write dots and hyphens.
    private static func plain(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "_" })
    }
}

/// A sum that only grows.
final class Sum: CounterHandler, Sendable {
    let value = Atomic<Int64>(0)
    func increment(by amount: Int64) { value.add(amount, ordering: .relaxed) }
    func reset() { value.store(0, ordering: .relaxed) }
}

/// The last value told.
final class Level: RecorderHandler, Sendable {
    let value = Mutex<Double>(0)
    func record(_ value: Int64) { self.value.withLock { $0 = Double(value) } }
    func record(_ value: Double) { self.value.withLock { $0 = value } }
}

extension Histogram: RecorderHandler, TimerHandler {
    func record(_ value: Int64) { observe(value) }
    func record(_ value: Double) { observe(Int64(value)) }
    func recordNanoseconds(_ duration: Int64) { observe(duration) }
}
