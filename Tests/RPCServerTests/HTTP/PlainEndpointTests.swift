import JSONRPC
import RPCServer
import Testing

@Suite struct PlainEndpointTests {
    private static let endpoints = [
        PlainEndpoint(.get, "/healthz") { _ in .text("alive\n") },
        PlainEndpoint(.get, "/files/*") { .text("\($0.path)?\($0.query)") },
        PlainEndpoint(.get, "/both") { _ in .text("read") },
        PlainEndpoint(.post, "/both") { .text("took \($0.body.count) of \($0.header("content-type") ?? "-")") },
        PlainEndpoint(.get, "/keys") { _ in .json(Array("{}".utf8), cacheControl: "public, max-age=60") },
        PlainEndpoint(.get, "/same") { _ in
            PlainReply(status: 304, cacheControl: "private, no-cache", headers: [Header("ETag", "\"7\"")])
        },
        PlainEndpoint(.get, "/slow") { _ in
            await Task.yield()
            return .text("slow")
        },
    ]

    private static func get(_ path: String, _ method: String = "GET") -> String {
        "\(method) \(path) HTTP/1.1\r\nHost: a\r\n\r\n"
    }

    @Test func `each path and method has its answer`() async throws {
        try await Rig.serve(endpoints: Self.endpoints) { rig async throws in
            let alive = try rig.ask(Self.get("/healthz"))
            #expect(alive.status == 200 && alive.text == "alive\n")
            #expect(alive["Cache-Control"] == "no-store")
            #expect(alive["Content-Type"] == "text/plain; charset=utf-8")
            #expect(try rig.ask(Self.get("/files/a/b?c=d")).text == "/files/a/b?c=d")
            #expect(try rig.ask(Self.get("/both")).text == "read")
            let form = "application/x-www-form-urlencoded"
            #expect(try rig.ask(post("a=1", type: form, path: "/both")).text == "took 3 of \(form)")
            #expect(try rig.ask(Self.get("/keys"))["Cache-Control"] == "public, max-age=60")
            #expect(try rig.ask(Self.get("/slow")).text == "slow")
            #expect(try rig.ask(Self.get("/healthzz")).status == 404)
            #expect(try rig.ask(post("{}")).text == "{}")
        }
    }

    @Test func `a wrong method is told the right ones`() async throws {
        try await Rig.serve(endpoints: Self.endpoints) { rig async throws in
            let one = try rig.ask(Self.get("/healthz", "DELETE")), two = try rig.ask(Self.get("/both", "PUT"))
            #expect(one.status == 405 && one["Allow"] == "GET, HEAD")
            #expect(two.status == 405 && two["Allow"] == "GET, HEAD, POST")
        }
    }

    @Test func `answers without a body have none, and the next answer is read right`() async throws {
        try await Rig.serve(endpoints: Self.endpoints) { rig async throws in
            let client = try rig.connect()
            client.send(Self.get("/healthz", "HEAD") + Self.get("/same") + Self.get("/no", "HEAD") + Self.get("/both"))
            let head = try client.answer(toHead: true)
            #expect(head.status == 200 && head["Content-Length"] == "6")
            let same = try client.answer()
            #expect(same.status == 304 && same["ETag"] == "\"7\"" && same.body.isEmpty)
            #expect(try client.answer(toHead: true).status == 404)
            #expect(try client.answer().text == "read")
        }
    }
}
