import JSONRPC
import OperatorConsole
import RPCServer
import StrictJSON
import Support
import Synchronization
import Testing

@Suite struct ConsoleEndpointsTests {
    let console = Console()

    static let files = ["/console", "/console/app.js", "/console/style.css", "/console/machines.json"]

    @Test(arguments: files + ["/console/messages.json"])
    func `every answer forbids foreign scripts, frames, forms and readers, and is not stored`(path: String) async throws
    {
        let reply = try await console.get(path)
        #expect(reply.status == 200)
        #expect(!reply.body.isEmpty)
        #expect(reply.cacheControl == "no-store")
        let headers = Dictionary(uniqueKeysWithValues: reply.headers.map { ($0.name, $0.value) })
        let policy = try #require(headers["Content-Security-Policy"])
        #expect(
            Set(policy.split(separator: ";").map { $0.drop { $0 == " " } }) == [
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
                "img-src 'self' data:", "frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'",
            ])
        #expect(headers["X-Content-Type-Options"] == "nosniff")
        #expect(headers["X-Frame-Options"] == "DENY")
        #expect(headers["Referrer-Policy"] == "no-referrer")
        #expect(headers["Cross-Origin-Opener-Policy"] == "same-origin")
        #expect(headers["Cross-Origin-Resource-Policy"] == "same-origin")
    }

    @Test(arguments: [
        ("/console", "text/html; charset=utf-8"), ("/console/style.css", "text/css; charset=utf-8"),
        ("/console/app.js", "text/javascript; charset=utf-8"), ("/console/machines.json", "application/json"),
        ("/console/messages.json", "application/json"),
    ])
    func `each file has the type that browsers demand`(path: String, type: String) async throws {
        #expect(try await console.get(path).contentType == type)
    }

    @Test func `every script that a script imports is served`() async throws {
        let served = Set(console.endpoints.map(\.path))
        for path in served where path.hasSuffix(".js") {
            let text = String(decoding: try await console.get(path).body, as: UTF8.self)
            for line in text.split(separator: "\n") where line.hasPrefix("import ") {
                let name = try #require(line.split(separator: "'").last)
                #expect(served.contains("/console" + name.dropFirst()), "\(path) imports \(name)")
            }
        }
    }

    @Test(arguments: files + ["/console/messages.json"])
    func `another host name gets nothing, so a foreign name for this address reads nothing`(path: String) async throws {
        for host in [
            "127.0.0.1", "localhost:7611", "127.0.0.1:7612", "attacker.example:7611", "127.0.0.1:7611.example",
        ] {
            let reply = try await console.get(path, host: host)
            #expect(reply.status == 403, "\(host)")
            #expect(reply.headers.contains { $0.name == "Content-Security-Policy" })
        }
        #expect(try await console.get(path, host: nil).status == 403)
    }

    @Test func `a call of the page reaches the router as one of the public listener, with its credentials`()
        async throws
    {
        let reply = try await console.call(more: [Header("Authorization", "DPoP token"), Header("DPoP", "proof")])
        #expect(reply.status == 200)
        #expect(try JSON(parsing: reply.body)["result"] == .object([:]))
        let context = try #require(console.calls.first)
        #expect(context.listener == .public && context.authorization == "DPoP token" && context.proof == "proof")
        #expect(context.peer == "192.0.2.7" && context.traceID == "trace")
        #expect(reply.headers.contains(Header("DPoP-Nonce", "nonce")))
        #expect(reply.contentType == "application/json" && reply.cacheControl == "no-store")
    }

    @Test func `a call through a proxy that does not name the client is refused, and one on the host itself is not`()
        async throws
    {
        let origin = "https://console.example", console = Console(origins: [Console.origin, origin])
        let through = try await console.call(host: "console.example", origin: origin, isClientUnnamed: true)
        #expect(through.status == 400)
        #expect(console.calls.isEmpty)
        #expect(try await console.call(host: "console.example", origin: origin).status == 200)
        #expect(try await console.call(isClientUnnamed: true).status == 200)
        #expect(console.calls.map(\.peer) == ["192.0.2.7", "192.0.2.7"])
    }

    @Test func `a refused token keeps its status and its challenge`() async throws {
        let reply = try await console.call(method: "test.refuse")
        #expect(reply.status == 401)
        #expect(reply.headers.contains { $0.name == "WWW-Authenticate" })
    }

    @Test(arguments: [
        nil, "null", "http://127.0.0.1:7612", "http://localhost:7611", "https://127.0.0.1:7611",
        "http://attacker.example",
        "http://127.0.0.1:7611/", "HTTP://127.0.0.1:7611",
    ])
    func `a call from another page is refused and does nothing`(origin: String?) async throws {
        #expect(try await console.call(origin: origin).status == 403)
        #expect(console.calls.isEmpty)
    }

    @Test func `a call that names two origins or hosts is refused`() async throws {
        #expect(try await console.call(more: [Header("Origin", Console.origin)]).status == 403)
        #expect(try await console.call(more: [Header("Host", "127.0.0.1:7611")]).status == 403)
        #expect(try await console.call(host: "attacker.example").status == 403)
        #expect(console.calls.isEmpty)
    }

    @Test(arguments: [
        nil, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json;x",
    ])
    func `a call in a type that a form can send is refused`(type: String?) async throws {
        #expect(try await console.call(type: type).status == 415)
        #expect(console.calls.isEmpty)
    }

    @Test func `two addresses are each their own origin`() async throws {
        let console = Console(origins: [Console.origin, "https://console.example"])
        #expect(try await console.call(host: "console.example", origin: "https://console.example").status == 200)
        #expect(try await console.call(host: "console.example", origin: Console.origin).status == 403)
        #expect(try await console.call(origin: "https://console.example").status == 403)
    }

    @Test func `without an address nothing is served, and without a demonstration no messages`() {
        #expect(Console(origins: []).endpoints.isEmpty)
        #expect(!Console(isDemo: false).endpoints.contains { $0.path == "/console/messages.json" })
    }

    @Test func `the machines are those of the service`() async throws {
        let machines = try JSON(parsing: try await console.get("/console/machines.json").body)
        guard case .array(let moves)? = machines["registration"]?["moves"],
            case .array(let states)? = machines["approval"]?["states"],
            case .array(let ofChild)? = machines["child"]?["moves"]
        else { throw CancellationError() }
        #expect(
            moves.contains(
                .object([
                    "from": "REGISTERED", "event": "maxInvalidLoginAttempts", "to": "BLOCKED", "inferred": .bool(false),
                ])))
        #expect(
            ofChild.contains(
                .object([
                    "from": "CHILD_ACCESS_LOCKED", "event": "Parent unlock", "to": "CHILD_PIN_LOGIN",
                    "inferred": .bool(false),
                ])))
        #expect(states == ["waitingForApproval", "approvedForSyncing", "disapprovedForSyncing"])
    }
}
