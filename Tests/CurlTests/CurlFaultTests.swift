import Glibc
import Support
import Testing

@testable import Curl

@Suite(.timeLimit(.minutes(5))) struct CurlFaultTests {
    /// Returns the fault of a request that must fail.
    private func fault(_ client: CurlClient, _ request: CurlRequest) async throws -> CurlFault {
        do throws(CurlFault) {
            let answer = try await client.send(request)
            Issue.record("answered with \(answer.status)")
            return CurlFault(.cancelled)
        } catch { return error }
    }

    @Test func `a port without a listener is a connect fault, and nothing was sent`() async throws {
        let (listener, port) = try listeningOnLoopback()
        close(listener)
        let fault = try await fault(CurlClient(), CurlRequest("http://127.0.0.1:\(port)/"))
        #expect(fault == CurlFault(.connect, mayHaveBeenSent: false))
    }

    @Test func `a missing Unix socket is a connect fault`() async throws {
        let request = CurlRequest("http://localhost/", unixSocket: scratchFolder() + "/none")
        #expect(try await fault(CurlClient(), request) == CurlFault(.connect))
    }

    @Test(arguments: [LocalServer.Behaviour.silence, .drip])
    func `a slow peer is a timeout, and it may have received the request`(
        behaviour: LocalServer.Behaviour
    ) async throws {
        let server = try LocalServer { _ in behaviour }
        // The limit is long enough to connect and to send on a busy machine. If it ended before, nothing would be sent.
        let fault = try await fault(CurlClient(), CurlRequest(server.url, totalMs: 2_000))
        #expect(fault == CurlFault(.timeout, mayHaveBeenSent: true))
    }

    @Test func `a peer that accepts no connection is a timeout, and nothing was sent`() async throws {
        let (listener, port) = try listeningOnLoopback()
        listen(listener, 0)
        defer { close(listener) }
        // The listener never accepts: once its queue is full, further connections are not established.
        let client = try CurlClient()
        let faults = await withTaskGroup(of: CurlFault?.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    try? await self.fault(
                        client, CurlRequest("http://127.0.0.1:\(port)/", connectMs: 100, totalMs: 400))
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(faults.contains(CurlFault(.timeout, mayHaveBeenSent: false)))
    }

    @Test func `requests that wait for a connection keep their own time limit`() async throws {
        let server = try LocalServer { $0.path == "/slow" ? .silence : .answer() }
        var settings = CurlSettings()
        settings.connectionsPerHost = 1
        let client = try CurlClient(settings)
        let slow = Task { [url = server.url] in try await client.send(CurlRequest(url + "/slow", totalMs: 60_000)) }
        try await waitUntil { !server.received.isEmpty }
        let fault = try await fault(client, CurlRequest(server.url + "/fast", totalMs: 100))
        #expect(fault == CurlFault(.timeout, mayHaveBeenSent: false))
        slow.cancel()
        #expect(try await client.send(CurlRequest(server.url + "/fast")).status == 200)
    }

    @Test(arguments: [(9, true), (10, true), (11, false)])
    func `a body is accepted up to its limit`(length: Int, isTaken: Bool) async throws {
        let server = try LocalServer { _ in .answer(body: String(repeating: "x", count: length)) }
        let client = try CurlClient()
        let request = CurlRequest(server.url, responseLimit: 10)
        if isTaken {
            #expect(try await client.send(request).body.count == length)
        } else {
            #expect(try await fault(client, request) == CurlFault(.tooLarge, mayHaveBeenSent: true))
        }
    }

    @Test func `a response with too many headers is too large`() async throws {
        let server = try LocalServer { _ in .answer(headers: (0..<5_000).map { "x-\($0): yyyyyyyyyyyyyyyyyyyy" }) }
        #expect(try await fault(CurlClient(), CurlRequest(server.url)) == CurlFault(.tooLarge, mayHaveBeenSent: true))
    }

    @Test(arguments: [
        LocalServer.Behaviour.hangUp, .bytes("HTTP/1.1 200 X\r\ncontent-length: 9\r\n\r\nhalf"), .bytes("nonsense\r\n"),
    ])
    func `a truncated response is a transport fault`(behaviour: LocalServer.Behaviour) async throws {
        let server = try LocalServer { _ in behaviour }
        let fault = try await fault(CurlClient(), CurlRequest(server.url, method: "POST"))
        guard case .transport = fault.reason else {
            Issue.record("\(fault)")
            return
        }
        #expect(fault.mayHaveBeenSent)
        #expect(server.received.count == 1)
    }

    @Test func `a request whose pooled connection dies is not sent a second time`() async throws {
        let server = try LocalServer { $0.path == "/first" ? .answer() : .hangUp }
        let client = try CurlClient()
        _ = try await client.send(CurlRequest(server.url + "/first"))
        let fault = try await fault(client, CurlRequest(server.url + "/second", method: "POST"))
        #expect(fault.mayHaveBeenSent)
        #expect(server.received.map(\.path) == ["/first", "/second"])
    }

    @Test(arguments: [
        "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/", "smtp://127.0.0.1/", "nonsense://x",
        "http://user:word@127.0.0.1/", "http://127.0.0.1/\r\nx: y", "http://127.0.0.1/\0", "http://", "",
    ])
    func `a URL with another scheme, a user, a line break or no host is refused`(url: String) async throws {
        let fault = try await fault(CurlClient(), CurlRequest(url))
        guard case .unsendable = fault.reason else {
            Issue.record("\(fault)")
            return
        }
        #expect(!fault.mayHaveBeenSent)
    }

    @Test(arguments: [("x", "a\r\nb: c"), ("x", "a\0b"), ("x\r\ny", "a"), ("", "a"), ("x:", "a"), ("x y", "a")])
    func `a header with a line break, a NUL or an invalid name is refused`(name: String, value: String) async throws {
        let server = try LocalServer { _ in .answer() }
        let fault = try await fault(CurlClient(), CurlRequest(server.url, headers: [(name, value)]))
        guard case .unsendable = fault.reason else {
            Issue.record("\(fault)")
            return
        }
        #expect(server.accepted == 0)
    }

    @Test(arguments: [
        "http://127.0.0.1", "http://localhost", "http://[::1]", "http://0.0.0.0", "http://169.254.169.254",
    ])
    func `private addresses are refused when the request forbids them`(host: String) async throws {
        let server = try LocalServer { _ in .answer() }
        let port = try #require(server.url.split(separator: ":").last)
        let client = try CurlClient()
        let url = "\(host):\(port)/"
        #expect(
            try await fault(client, CurlRequest(url, privateAddressesRefused: true)).reason == .privateAddress)
        #expect(server.accepted == 0)
    }

    @Test func `a pooled connection to a private address is refused as well`() async throws {
        let server = try LocalServer { _ in .answer() }
        let client = try CurlClient()
        _ = try await client.send(CurlRequest(server.url))
        let fault = try await fault(client, CurlRequest(server.url, privateAddressesRefused: true))
        #expect(fault == CurlFault(.privateAddress))
        #expect(server.received.count == 1)
    }
}
