import Glibc
import JSONRPC
import Primitives
import RPCServer
import ServiceHost
import Support
import Synchronization
import Testing

/// SIGTERM to a real process: unready, a pause, closed doors, work in flight answered, upkeep ended, exit.
@Suite struct EndingTests {
    @Test func `a service that is told to end keeps its promises first`() async throws {
        await #expect(processExitsWith: .success) {
            let settings = try Settings(SettingsTests.registry, flags: ["drain-seconds": "1", "threads": "1"])
            let run = ServiceRun(name: "test", settings: settings, random: .system, steady: .system)
            let diary = Diary()
            let slow = PlainEndpoint(.get, "/slow") { _ in
                diary.write("asked")
                await diary.wait(for: "closing")
                diary.write("answered")
                return .text("late but whole")
            }
            let front = try await run.open(
                "127.0.0.1:0", as: .public, router: Router(observer: run.book.observer), endpoints: [slow])
            let side = try await run.open(
                "127.0.0.1:0", as: .operations, router: nil, endpoints: HealthEndpoints.all(run.readiness, run.metrics))
            let upkeep = Upkeep {
                while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
                diary.write("upkeep ended")
            }
            let life = Task {
                try await run.serve(upkeep: [upkeep], doors: [front.door, side.door]) { diary.write("closing") }
                diary.write("ended")
            }
            #expect(curl("\(side.address)/readyz") == "ready\n200")
            let kept = try Child(["curl", "--noproxy", "127.0.0.1", "-s", "-m", "9", "http://\(front.address)/slow"])
            await diary.wait(for: "asked")
            kill(getpid(), SIGTERM)
            while curl("\(side.address)/readyz") != "winding down\n503" { await Task.yield() }
            // Unready is not closed: the proxy has a second to notice.
            #expect(curl("\(front.address)/rpc").hasSuffix("405"))
            #expect(curl("\(side.address)/healthz") == "alive\n200")
            try await life.value
            #expect(kept.rest() == "late but whole")
            #expect(diary.pages == ["asked", "closing", "answered", "upkeep ended", "ended"])
            #expect(curl("\(front.address)/rpc") == "000")
        }
    }

    @Test func `a call leaves its duration in the metrics`() async throws {
        await #expect(processExitsWith: .success) {
            let settings = try Settings(SettingsTests.registry, flags: ["threads": "1", "call-log": "false"])
            let run = ServiceRun(name: "test", settings: settings, random: .system, steady: .system)
            let front = try await run.open(
                "127.0.0.1:0", as: .public, router: Router(observer: run.book.observer),
                endpoints: HealthEndpoints.all(run.readiness, run.metrics))
            let json = "-H content-type:application/json -d '{\"jsonrpc\":\"2.0\",\"method\":\"no.such\",\"id\":1}'"
            for _ in 1...3 { #expect(curl("\(front.address)/rpc \(json)").hasSuffix("200")) }
            let said = curl("\(front.address)/metrics")
            let read = try Exposition(String(said.dropLast(3)))
            let series = ["method": "unknown", "fault": "methodNotFound"]
            #expect(read["rpc_server_call_duration_seconds_count", series] == 3)
        }
    }

    @Test func `an address that is none, or taken, is one line`() async throws {
        await #expect(processExitsWith: .success) {
            let settings = try Settings(SettingsTests.registry, flags: ["threads": "1"])
            let run = ServiceRun(name: "test", settings: settings, random: .system, steady: .system)
            let fault = await #expect(throws: SettingsFault.self) {
                try await run.open("here", as: .public, router: nil)
            }
            #expect(fault?.description == "\"here\" is no address: say host:port")
            let first = try await run.open("127.0.0.1:0", as: .public, router: nil)
            let taken = "\(first.address)"
            await #expect(throws: ServerStartError.self) { try await run.open(taken, as: .public, router: nil) }
        }
    }
}

/// What happened, in order.
private final class Diary: Sendable {
    private struct Book {
        var pages: [String] = []
        var awaited: [(page: String, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let book = Mutex(Book())

    var pages: [String] { book.withLock { $0.pages } }

    func write(_ page: String) {
        let told = book.withLock { book in
            book.pages.append(page)
            let told = book.awaited.filter { $0.page == page }
            book.awaited.removeAll { $0.page == page }
            return told
        }
        told.forEach { $0.continuation.resume() }
    }

    func wait(for page: String) async {
        await withCheckedContinuation { continuation in
            let isWritten = book.withLock { book in
                if !book.pages.contains(page) { book.awaited.append((page, continuation)) }
                return book.pages.contains(page)
            }
            if isWritten { continuation.resume() }
        }
    }
}

/// What a request to `host:port/path` is answered, and its status; "000" when nobody answers.
private func curl(_ target: String) -> String {
    let line = "curl --noproxy 127.0.0.1 -s -m 9 -w '%{http_code}' http://\(target)"
    return (try? Child(["sh", "-c", line]).rest()) ?? "no curl"
}
