import Glibc
import Support
import Testing

@testable import Curl

@Suite(.timeLimit(.minutes(5))) struct CurlClientTests {
    @Test func `a response has status, headers and body`() async throws {
        let server = try LocalServer { _ in
            .answer(status: 404, headers: ["X-Why:  not here ", "x-why: second"], body: #"{"a":1}"#)
        }
        let answer = try await CurlClient().send(CurlRequest(server.url + "/thing"))
        #expect(answer.status == 404)
        #expect(answer.headers["x-WHY"] == "not here")
        #expect(answer.headers["absent"] == nil)
        #expect(answer.headers.all.map(\.name) == ["content-length", "X-Why", "x-why"])
        #expect(answer.body == Array(#"{"a":1}"#.utf8))
    }

    @Test(arguments: [
        ("GET", "", "GET", 0), ("POST", "abc", "POST", 3), ("POST", "", "POST", 0), ("PUT", "x", "PUT", 1),
        ("DELETE", "", "DELETE", 0),
    ])
    func `method, headers and body arrive as given`(
        method: String, body: String, seen: String, length: Int
    ) async throws {
        let server = try LocalServer { _ in .answer() }
        let request = CurlRequest(
            server.url + "/rpc?x=1", method: method,
            headers: [("content-type", "application/json"), ("x-empty", ""), ("traceparent", "00-1-2-01")],
            body: Array(body.utf8))
        _ = try await CurlClient().send(request)
        let received = try #require(server.received.first)
        #expect(received.method == seen)
        #expect(received.path == "/rpc?x=1")
        #expect(received.body.count == length)
        #expect(received.lines.contains("content-type: application/json"))
        #expect(received.lines.contains("traceparent: 00-1-2-01"))
        #expect(received.lines.contains { $0.hasPrefix("x-empty:") })
        #expect(!received.lines.contains { $0.lowercased().hasPrefix("expect") })
    }

    @Test func `a body of two mebibytes arrives whole`() async throws {
        let server = try LocalServer { _ in .answer() }
        let body = [UInt8](repeating: 7, count: 2 << 20)
        _ = try await CurlClient().send(CurlRequest(server.url, method: "POST", body: body))
        #expect(server.received.first?.body == body)
    }

    @Test func `successive requests use one connection`() async throws {
        let server = try LocalServer { _ in .answer() }
        let client = try CurlClient()
        for _ in 0..<50 { _ = try await client.send(CurlRequest(server.url, totalMs: 30_000)) }
        #expect(client.connectionsOpened == 1)
        #expect(server.accepted == 1)
    }

    @Test(arguments: [1, 4, 9])
    func `a thousand requests at once open no more connections than allowed`(perHost: Int) async throws {
        let server = try LocalServer { _ in .answer() }
        var settings = CurlSettings()
        settings.connectionsPerHost = perHost
        let client = try CurlClient(settings)
        let url = server.url
        let good = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<1_000 {
                group.addTask { try await client.send(CurlRequest(url, method: "POST", totalMs: 30_000)).status }
            }
            return try await group.reduce(0) { $0 + ($1 == 200 ? 1 : 0) }
        }
        #expect(good == 1_000)
        #expect(server.accepted <= perHost)
        #expect(client.connectionsOpened == server.accepted)
    }

    @Test func `a redirect is returned and not followed`() async throws {
        let elsewhere = try LocalServer { _ in .answer() }
        let target = elsewhere.url
        let server = try LocalServer { _ in .answer(status: 302, headers: ["location: \(target)/"], body: "") }
        let answer = try await CurlClient().send(CurlRequest(server.url))
        #expect(answer.status == 302)
        #expect(elsewhere.accepted == 0)
    }

    @Test func `a request can use a Unix socket`() async throws {
        let path = scratchFolder() + "/s"
        let server = try LocalServer(unixSocket: path) { _ in .answer(body: "near") }
        let client = try CurlClient()
        for _ in 0..<3 {
            let request = CurlRequest(server.url + "/rpc", totalMs: 30_000, unixSocket: path)
            let answer = try await client.send(request)
            #expect(answer.body == Array("near".utf8))
        }
        #expect(client.connectionsOpened == 1)
        #expect(server.received.map(\.path) == ["/rpc", "/rpc", "/rpc"])
    }

    /// The test runs in a process of its own, because other tests read the environment at the same time.
    @Test func `a proxy in the environment is ignored`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LocalServer { _ in .answer(body: "proxied") }
            let server = try LocalServer { _ in .answer(body: "direct") }
            for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] { setenv(name, proxy.url, 1) }
            let answer = try await CurlClient().send(CurlRequest(server.url, totalMs: 30_000))
            #expect(answer.body == Array("direct".utf8))
            #expect(proxy.accepted == 0)
        }
    }
}
