import CoreMetrics
import ServiceHost
import Testing

@Suite struct PrometheusTests {
    @Test func `counters, gauges and values read at each scrape are shown with their types`() throws {
        let prometheus = Prometheus()
        prometheus.makeCounter(label: "sent_total", dimensions: [("way", "sms")]).increment(by: 2)
        prometheus.makeCounter(label: "sent_total", dimensions: [("way", "sms")]).increment(by: 3)
        prometheus.makeCounter(label: "sent_total", dimensions: [("way", "mail")]).increment(by: 1)
        prometheus.makeRecorder(label: "pool", dimensions: [], aggregate: false).record(7.5)
        prometheus.addPolledMetric("opened_total") { 11 }
        prometheus.addPolledMetric("open") { 4 }
        let read = try Exposition(prometheus.text)
        #expect(read["sent_total", ["way": "sms"]] == 5)
        #expect(read["sent_total", ["way": "mail"]] == 1)
        #expect(read["pool"] == 7.5 && read["opened_total"] == 11 && read["open"] == 4)
        #expect(
            read.types == ["sent_total": "counter", "pool": "gauge", "opened_total": "counter", "open": "gauge"])
    }

    @Test func `durations are counted in cumulative buckets of seconds`() throws {
        let prometheus = Prometheus()
        let timer = prometheus.makeTimer(label: "call_seconds", dimensions: [("method", "a.b")])
        for nanoseconds: Int64 in [49_999, 50_000, 50_001, 2_000_000, 6_000_000_000] {
            timer.recordNanoseconds(nanoseconds)
        }
        let read = try Exposition(prometheus.text)
        let method = ["method": "a.b"]
        func bucket(_ bound: String) -> Double? { read["call_seconds_bucket", ["method": "a.b", "le": bound]] }
        #expect(bucket("5e-05") == 2)
        #expect(bucket("0.0001") == 3)
        #expect(bucket("0.0025") == 4)
        #expect(bucket("5.0") == 4)
        #expect(bucket("+Inf") == 5)
        #expect(read["call_seconds_count", method] == 5)
        #expect(abs((read["call_seconds_sum", method] ?? 0) - 6.00215) < 1e-9)
        let buckets = read.samples.filter { $0.name == "call_seconds_bucket" }
        #expect(buckets.map(\.value) == buckets.map(\.value).sorted())
        let bounds = buckets.compactMap { $0.labels["le"].flatMap { Double($0) } }
        #expect(bounds == bounds.sorted() && bounds.count == 17)
        // So that a quantile is estimated equally well everywhere, each bound is 2 or 2.5 times the one before.
        for (low, high) in zip(bounds, bounds.dropFirst().dropLast()) {
            #expect((1.99...2.51).contains(high / low), "\(low) to \(high)")
        }
    }

    @Test func `counts are not scaled`() throws {
        let prometheus = Prometheus()
        let sizes = prometheus.makeRecorder(label: "batch_size", dimensions: [], aggregate: true)
        for size: Int64 in [1, 3, 64] { sizes.record(size) }
        let read = try Exposition(prometheus.text)
        #expect(read["batch_size_bucket", ["le": "1.0"]] == 1)
        #expect(read["batch_size_bucket", ["le": "5.0"]] == 2)
        #expect(read["batch_size_bucket", ["le": "100.0"]] == 3)
        #expect(read["batch_size_sum"] == 68 && read["batch_size_count"] == 3)
    }

    @Test func `names and label values with special characters do not break the text`() throws {
        let prometheus = Prometheus()
        prometheus.makeCounter(label: "a.b-c d", dimensions: [("x.y", "q\"u\\o\nte\r}")]).increment(by: 1)
        let read = try Exposition(prometheus.text)
        #expect(read["a_b_c_d", ["x_y": "quote}"]] == 1)
    }

    @Test func `the number of series is bounded, and values of further series are discarded`() throws {
        let prometheus = Prometheus()
        for number in 0..<Prometheus.maximumSeriesCount + 10 {
            prometheus.makeCounter(label: "n", dimensions: [("n", "\(number)")]).increment(by: 1)
        }
        let read = try Exposition(prometheus.text)
        #expect(read.samples.count == Prometheus.maximumSeriesCount)
        prometheus.makeCounter(label: "n", dimensions: [("n", "0")]).increment(by: 1)
        #expect(try Exposition(prometheus.text)["n", ["n": "0"]] == 2)
    }

    @Test func `an empty registry is an empty text`() throws {
        #expect(try Exposition(Prometheus().text).samples.isEmpty)
    }
}
