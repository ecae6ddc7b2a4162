import Glibc
import JSONRPC
import Support
import Synchronization
import Testing

@testable import RPCServer

@Suite struct StopListeningTests {
    /// The kernel completes connections while every event loop is busy. They wait in the socket's queue when the drain begins, and
    /// are more than a loop accepts in three turns or 20 ms.
    @Test(arguments: [false, true], [1, 3])
    func `every connection that was made before the server stops listening is served`(isLocal: Bool, loops: Int)
        async throws
    {
        let path = scratchFolder() + "/a.sock", entered = Atomic(0), release = Pipe()
        let answer: @Sendable (RequestContext) async -> Reply = { request in
            if request.body == Array("[]".utf8) {
                entered.add(1, ordering: .relaxed)
                release.wait()
            }
            usleep(2000)
            return Reply(body: request.body)
        }
        let threads = ServerThreads(count: loops)
        try await ServerFixture.serve(
            at: isLocal ? .unix(path: path) : .tcp(host: "127.0.0.11", port: 0), listener: .administration,
            threads: threads, limits: { $0.headerTime = .seconds(60) }, answer: answer
        ) { fixture async throws in
            let connect = { try isLocal ? RawClient(path: path, patience: 60) : fixture.connect() }
            // NIO gives each to another loop.
            let first = try (0..<loops).map { _ in try connect() }
            try await waitUntil { fixture.server.connectionCount == loops }
            for client in first { client.send(post("[]")) }
            try await waitUntil { entered.load(ordering: .relaxed) == loops }
            let waiting = try (1...100).map { number in
                let client = try connect()
                client.send(post("[\(number)]"))
                return client
            }
            async let drained: Void = fixture.server.drain(within: .seconds(60))
            try await waitUntil { fixture.server.context.isShuttingDown.load(ordering: .relaxed) }
            usleep(50_000)
            for _ in first { release.open() }
            for client in first { #expect(try client.response().text == "[]") }
            for (client, number) in zip(waiting, 1...) {
                let last = try client.response()
                #expect(last.text == "[\(number)]" && last.closesConnection)
            }
            await drained
        }
        await threads.stop()
    }

    /// NIO takes 64 at first.
    @Test func `waiting for ready sockets covers more sockets than epoll reports at once`() async throws {
        let entered = Latch(), release = Pipe(), answered = Atomic(0)
        let threads = ServerThreads(count: 1)
        try await ServerFixture.serve(
            threads: threads, limits: { $0.headerTime = .seconds(60) },
            answer: { request in
                if request.body == Array("[]".utf8) {
                    entered.open()
                    release.wait()
                } else {
                    answered.add(1, ordering: .relaxed)
                }
                return Reply(body: request.body)
            }
        ) { fixture async throws in
            let clients = try (0..<100).map { _ in try fixture.connect() }
            try await waitUntil { fixture.server.connectionCount == 100 }
            clients[0].send(post("[]"))
            await entered.wait()
            for client in clients.dropFirst() { client.send(post("[1]")) }
            let waiting = Task.immediate { try await threads.waitForReadySockets() }
            release.open()
            try await waiting.value
            #expect(answered.load(ordering: .relaxed) == 99)
        }
        await threads.stop()
    }
}

/// Blocks threads; each opening lets one go on.
private final class Pipe: Sendable {
    private let reading: Int32, writing: Int32

    init() {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    func wait() {
        var byte: UInt8 = 0
        read(reading, &byte, 1)
    }

    func open() {
        var byte: UInt8 = 0
        write(writing, &byte, 1)
    }
}
