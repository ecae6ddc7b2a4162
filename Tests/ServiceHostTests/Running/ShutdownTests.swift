import Glibc
import JSONRPC
import Primitives
import RPCServer
import Support
import Synchronization
import Testing

@testable import ServiceHost

/// Tests a real process. After SIGTERM it is no longer ready, waits, closes its listeners, answers the requests in
/// flight, ends its background tasks, and exits.
@Suite struct ShutdownTests {
    private static func process(_ flags: [String: String]) throws -> ServiceProcess {
        ServiceProcess(
            try CommonOnly.read(flags: flags.merging(["threads": "1"]) { $1 }), random: .system, clock: .system)
    }

    private static let anyPort = ServerAddress.tcp(host: "127.0.0.1", port: 0)

    @Test func `SIGTERM lets requests in flight finish before the process ends`() async throws {
        await #expect(processExitsWith: .success) {
            let process = try ShutdownTests.process(["drain-seconds": "1"])
            let events = EventLog()
            let slow = PlainEndpoint(.get, "/slow") { _ in
                events.append("asked")
                await events.wait(for: "closing")
                events.append("answered")
                return .text("late but whole")
            }
            let open = try await process.listen(
                on: ShutdownTests.anyPort, as: .public, router: Router(observer: process.callObserver),
                endpoints: [slow])
            let operations = try await process.listen(
                on: ShutdownTests.anyPort, as: .administration, router: nil,
                endpoints: HealthEndpoints.all(process.readiness, process.metrics))
            let loop: @Sendable () async -> Void = {
                while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
                events.append("background task ended")
            }
            let serving = Task {
                try await process.serve([open, operations], backgroundTasks: [loop]) { events.append("closing") }
                events.append("ended")
            }
            #expect(curl("\(operations.address)/readyz") == "ready\n200")
            let client = try ChildProcess([
                "curl", "--noproxy", "127.0.0.1", "-s", "-m", "9", "http://\(open.address)/slow",
            ])
            await events.wait(for: "asked")
            kill(getpid(), SIGTERM)
            try await waitUntil { curl("\(operations.address)/readyz") == "shutting down\n503" }
            // The listeners stay open for the drain time of 1 s, in which the proxy learns that the service is not
            // ready.
            #expect(curl("\(open.address)/rpc").hasSuffix("405"))
            // A proxy that does not ask learns it too: each response ends its connection.
            #expect(curl("\(open.address)/rpc -D -").contains("Connection: close"))
            #expect(curl("\(operations.address)/healthz") == "alive\n200")
            try await serving.value
            #expect(client.rest() == "late but whole")
            #expect(events.all == ["asked", "closing", "answered", "background task ended", "ended"])
            #expect(curl("\(open.address)/rpc") == "000")
        }
    }

    @Test func `the duration of a call is in the metrics`() async throws {
        await #expect(processExitsWith: .success) {
            let process = try ShutdownTests.process(["call-log": "false"])
            let open = try await process.listen(
                on: ShutdownTests.anyPort, as: .public, router: Router(observer: process.callObserver),
                endpoints: HealthEndpoints.all(process.readiness, process.metrics))
            let body = #"{"jsonrpc":"2.0","method":"no.such","id":1}"#
            let json = "-H content-type:application/json -d '\(body)'"
            for _ in 1...3 { #expect(curl("\(open.address)/rpc \(json)").hasSuffix("200")) }
            let exposition = try Exposition(String(curl("\(open.address)/metrics").dropLast(3)))
            let series = ["method": "unknown", "fault": "methodNotFound"]
            #expect(exposition["rpc_server_call_duration_seconds_count", series] == 3)
        }
    }

    @Test func `an address that is in use is refused`() async throws {
        await #expect(processExitsWith: .success) {
            let process = try ShutdownTests.process([:])
            let first = try await process.listen(on: ShutdownTests.anyPort, as: .public, router: nil)
            await #expect(throws: ServerStartError.self) {
                try await process.listen(on: first.address, as: .public, router: nil)
            }
        }
    }
}

/// The events of a test, in the order in which they happened.
private final class EventLog: Sendable {
    private struct State {
        var events: [String] = []
        var waiting: [(event: String, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    var all: [String] { state.withLock { $0.events } }

    func append(_ event: String) {
        let resumed = state.withLock { state in
            state.events.append(event)
            let resumed = state.waiting.filter { $0.event == event }
            state.waiting.removeAll { $0.event == event }
            return resumed
        }
        for waiter in resumed { waiter.continuation.resume() }
    }

    func wait(for event: String) async {
        await withCheckedContinuation { continuation in
            let hasHappened = state.withLock { state in
                if !state.events.contains(event) { state.waiting.append((event, continuation)) }
                return state.events.contains(event)
            }
            if hasHappened { continuation.resume() }
        }
    }
}

/// Returns the body and the status of the answer to `GET host:port/path`, with further options of curl after the path;
/// "000" without an answer.
private func curl(_ target: String) -> String {
    let line = "curl --noproxy 127.0.0.1 -s -m 9 -w '%{http_code}' http://\(target)"
    return (try? ChildProcess(["sh", "-c", line]).rest()) ?? "no curl"
}
