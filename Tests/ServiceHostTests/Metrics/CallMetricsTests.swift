import Logging
import StrictJSON
import Support
import Testing

@testable import JSONRPC
@testable import ServiceHost

@Suite struct CallMetricsTests {
    /// Returns what the log contains after one call.
    private static func line(_ format: LogFormat?, body: String = #"{"jsonrpc":"2.0","method":"evil\n","id":1}"#) async
        -> String
    {
        let pipe = LogPipe()
        let writer = LineWriter(to: pipe.input, delay: .seconds(3600))
        let clock = StoppedClock()
        let metrics = CallMetrics(
            log: Logger(label: "test"), format: format, lines: writer, steady: clock.steady, wall: clock.wall)
        let router = Router(observer: metrics.observer)
        let trace = String(repeating: "a", count: 32)
        _ = await router.answer(RequestContext(listener: .public, body: Array(body.utf8), traceID: trace))
        writer.flush()
        return pipe.read()
    }

    @Test func `each call is one line of text that repeats nothing of the request`() async {
        let trace = String(repeating: "a", count: 32)
        let line = await Self.line(.text)
        #expect(line == "1750000000000 info call: unknown methodNotFound 0us traceId=\(trace)\n")
    }

    @Test func `with the JSON format each call is one JSON object`() async throws {
        let line = await Self.line(.json)
        let read = try JSON(parsing: String(line.dropLast()))
        let expected = JSON.object([
            "at": "1750000000000", "level": "info", "from": "call", "method": "unknown", "fault": "methodNotFound",
            "us": 0, "traceId": .string(String(repeating: "a", count: 32)),
        ])
        #expect(read == expected)
    }

    @Test func `without a format calls are not logged`() async { #expect(await Self.line(nil) == "") }

    @Test func `a batch has a line for each call`() async {
        let batch = #"[{"jsonrpc":"2.0","method":"a","id":1},{"jsonrpc":"2.0","method":"b"}]"#
        #expect(await Self.line(.text, body: batch).split(separator: "\n").count == 2)
    }

    @Test(arguments: [(nil, "ok"), ("loginRequired", "loginRequired")])
    func `a request of a plain endpoint has a line, and its reply is passed on`(fault: String?, word: String) async {
        let pipe = LogPipe(), clock = StoppedClock()
        let writer = LineWriter(to: pipe.input, delay: .seconds(3600))
        let metrics = CallMetrics(
            log: Logger(label: "test"), format: .text, lines: writer, steady: clock.steady, wall: clock.wall)
        #expect(await metrics.observer.observe("/v1/head", traceID: "t") { (304, fault) } == 304)
        writer.flush()
        #expect(pipe.read() == "1750000000000 info call: /v1/head \(word) 0us traceId=t\n")
    }

    @Test(
        arguments: [
            (0, "0us"), (999, "0us"), (1000, "1us"), (123_456_789_000, "123456789us"),
            (UInt64.max, "18446744073709551us"),
        ] as [(UInt64, String)])
    func `durations are whole microseconds`(nanoseconds: UInt64, text: String) {
        var bytes: [UInt8] = []
        let record = CallObserver.Record(method: "a.b", fault: nil, began: 0, ended: nanoseconds, traceID: "t")
        CallLogLine(record, at: 1).append(to: &bytes, .text)
        #expect(String(decoding: bytes, as: UTF8.self) == "1 info call: a.b ok \(text) traceId=t")
    }

    @Test(
        arguments: [
            (0, "0"), (9, "9"), (10, "10"), (1_750_000_000_000, "1750000000000"), (.max, "9223372036854775807"),
        ]
            as [(Int64, String)])
    func `the time of a call is written in decimal`(ms: Int64, text: String) {
        var bytes: [UInt8] = []
        let record = CallObserver.Record(method: "a.b", fault: nil, began: 0, ended: 0, traceID: "t")
        CallLogLine(record, at: ms).append(to: &bytes, .text)
        #expect(String(decoding: bytes, as: UTF8.self) == "\(text) info call: a.b ok 0us traceId=t")
    }
}
