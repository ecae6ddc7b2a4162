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

    @Test func `each path and method gets the response of its endpoint`() async throws {
        try await ServerFixture.serve(endpoints: Self.endpoints) { fixture async throws in
            let alive = try fixture.send(Self.get("/healthz"))
            #expect(alive.status == 200 && alive.text == "alive\n")
            #expect(alive["Cache-Control"] == "no-store")
            #expect(alive["Content-Type"] == "text/plain; charset=utf-8")
            #expect(try fixture.send(Self.get("/files/a/b?c=d")).text == "/files/a/b?c=d")
            #expect(try fixture.send(Self.get("/both")).text == "read")
            let form = "application/x-www-form-urlencoded"
            #expect(try fixture.send(post("a=1", type: form, path: "/both")).text == "took 3 of \(form)")
            #expect(try fixture.send(Self.get("/keys"))["Cache-Control"] == "public, max-age=60")
            #expect(try fixture.send(Self.get("/slow")).text == "slow")
            #expect(try fixture.send(Self.get("/healthzz")).status == 404)
            #expect(try fixture.send(post("{}")).text == "{}")
        }
    }

    @Test func `a wrong method is 405 with the allowed ones`() async throws {
        try await ServerFixture.serve(endpoints: Self.endpoints) { fixture async throws in
            let one = try fixture.send(Self.get("/healthz", "DELETE")), two = try fixture.send(Self.get("/both", "PUT"))
            #expect(one.status == 405 && one["Allow"] == "GET, HEAD")
            #expect(two.status == 405 && two["Allow"] == "GET, HEAD, POST")
        }
    }

    @Test func `responses to HEAD and 304 have no body, and the next response is intact`() async throws {
        try await ServerFixture.serve(endpoints: Self.endpoints) { fixture async throws in
            let client = try fixture.connect()
            client.send(Self.get("/healthz", "HEAD") + Self.get("/same") + Self.get("/no", "HEAD") + Self.get("/both"))
            let head = try client.response(toHead: true)
            #expect(head.status == 200 && head["Content-Length"] == "6")
            let same = try client.response()
            #expect(same.status == 304 && same["ETag"] == "\"7\"" && same.body.isEmpty)
            #expect(try client.response(toHead: true).status == 404)
            #expect(try client.response().text == "read")
        }
    }
}
