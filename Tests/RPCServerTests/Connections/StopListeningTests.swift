import Glibc
import JSONRPC
import Support
import Synchronization
import Testing

@testable import RPCServer

@Suite struct StopListeningTests {
    /// The kernel completes connections while the server's only event loop is busy. They wait in the socket's queue when the
    /// drain begins, and are more than the loop accepts in two turns or 20 ms.
    @Test(arguments: [false, true])
    func `every connection that was made before the server stops listening is served`(isLocal: Bool) async throws {
        let path = scratchFolder() + "/a.sock", entered = Latch(), release = Pipe()
        let answer: @Sendable (RequestContext) async -> Reply = { request in
            if request.body == Array("[]".utf8) {
                entered.open()
                release.wait()
            }
            usleep(2000)
            return Reply(body: request.body)
        }
        let threads = ServerThreads(count: 1)
        try await ServerFixture.serve(
            at: isLocal ? .unix(path: path) : .tcp(host: "127.0.0.11", port: 0), listener: .administration,
            threads: threads, answer: answer
        ) { fixture async throws in
            let connect = { try isLocal ? RawClient(path: path, patience: 60) : fixture.connect() }
            let first = try connect()
            first.send(post("[]"))
            await entered.wait()
            let waiting = try (1...100).map { number in
                let client = try connect()
                client.send(post("[\(number)]"))
                return client
            }
            async let drained: Void = fixture.server.drain(within: .seconds(60))
            usleep(50_000)
            release.open()
            #expect(try first.response().text == "[]")
            for (client, number) in zip(waiting, 1...) {
                let last = try client.response()
                #expect(last.text == "[\(number)]" && last.closesConnection)
            }
            await drained
        }
        await threads.stop()
    }

    /// More sockets are ready than the loop asks epoll for at a time.
    @Test func `an event loop has handled every socket that was ready when it has handled its ready sockets`()
        async throws
    {
        let entered = Latch(), release = Pipe(), answered = Atomic(0)
        let threads = ServerThreads(count: 1)
        try await ServerFixture.serve(
            threads: threads,
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
            let clients = try (0..<200).map { _ in try fixture.connect() }
            try await waitUntil { fixture.server.connectionCount == 200 }
            clients[0].send(post("[]"))
            await entered.wait()
            for client in clients.dropFirst() { client.send(post("[1]")) }
            async let handled: Void = threads.handleReadySockets()
            release.open()
            try await handled
            #expect(answered.load(ordering: .relaxed) == 199)
        }
        await threads.stop()
    }
}

/// Blocks a thread until it is opened.
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
