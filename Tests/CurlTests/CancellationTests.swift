import Support
import Testing

@testable import Curl

@Suite(.timeLimit(.minutes(5))) struct CancellationTests {
    private func reason(_ work: Task<CurlResponse, any Error>) async -> CurlFault.Reason? {
        do {
            _ = try await work.value
            return nil
        } catch { return (error as? CurlFault)?.reason }
    }

    @Test func `cancelling the task ends an open request`() async throws {
        let server = try LocalServer { _ in .silence }
        let client = try CurlClient()
        let work = Task { [url = server.url] in try await client.send(CurlRequest(url, totalMs: 60_000)) }
        try await waitUntil { !server.received.isEmpty }
        work.cancel()
        #expect(await reason(work) == .cancelled)
    }

    @Test func `a task cancelled beforehand sends nothing`() async throws {
        let server = try LocalServer { _ in .answer() }
        let client = try CurlClient()
        let work = Task { [url = server.url] in
            while !Task.isCancelled { await Task.yield() }
            return try await client.send(CurlRequest(url))
        }
        work.cancel()
        #expect(await reason(work) == .cancelled)
        #expect(server.accepted == 0)
    }

    @Test func `cancelling the task ends a request that waits for a connection`() async throws {
        let server = try LocalServer { _ in .silence }
        var settings = CurlSettings()
        settings.connectionsPerHost = 1
        let client = try CurlClient(settings)
        let first = Task { [url = server.url] in try await client.send(CurlRequest(url, totalMs: 60_000)) }
        try await waitUntil { !server.received.isEmpty }
        let second = Task { [url = server.url] in try await client.send(CurlRequest(url, totalMs: 60_000)) }
        second.cancel()
        #expect(await reason(second) == .cancelled)
        first.cancel()
        #expect(await reason(first) == .cancelled)
        #expect(server.received.count == 1)
    }

    @Test func `cancelling at any moment resumes every caller once and leaves the client usable`() async throws {
        let server = try LocalServer { _ in .answer() }
        let client = try CurlClient()
        let url = server.url
        for round in 0..<300 {
            let work = Task { try await client.send(CurlRequest(url)) }
            for _ in 0..<(round % 30) { await Task.yield() }
            work.cancel()
            let reason = await reason(work)
            #expect(reason == nil || reason == .cancelled)
        }
        #expect(try await client.send(CurlRequest(url)).status == 200)
    }

    @Test func `closing the client ends open requests and refuses new ones`() async throws {
        let server = try LocalServer { _ in .silence }
        let client = try CurlClient()
        let url = server.url
        let work = (0..<20).map { _ in Task { try await client.send(CurlRequest(url, totalMs: 60_000)) } }
        try await waitUntil { !server.received.isEmpty }
        client.close()
        for one in work {
            let reason = await reason(one)
            #expect(reason == .cancelled)
        }
        let late = Task { try await client.send(CurlRequest(url)) }
        #expect(await reason(late) == .cancelled)
    }

    @Test func `closing the client while requests start resumes every caller`() async throws {
        let server = try LocalServer { _ in .answer() }
        let url = server.url
        for _ in 0..<50 {
            let client = try CurlClient()
            let work = (0..<20).map { _ in Task { try await client.send(CurlRequest(url)) } }
            client.close()
            for one in work {
                let reason = await reason(one)
                #expect(reason == nil || reason == .cancelled)
            }
        }
    }

    @Test(arguments: [1, 5])
    func `a request above the limit of simultaneous requests is refused at once`(capacity: Int) async throws {
        let server = try LocalServer { _ in .silence }
        var settings = CurlSettings()
        settings.requestsAtOnce = capacity
        let client = try CurlClient(settings)
        let url = server.url
        let work = (0..<(capacity + 1)).map { _ in
            Task { try await client.send(CurlRequest(url, totalMs: 60_000)) }
        }
        let refused = await withTaskGroup(of: CurlFault.Reason?.self) { group in
            for one in work { group.addTask { await self.reason(one) } }
            let first = await group.next()
            for one in work { one.cancel() }
            return first
        }
        #expect(refused == .queueFull)
    }
}
