import JSONRPC
import RPCServer
import Support
import Testing

/// Calls with the program `curl`, which most people try first.
@Suite struct CurlProgramTests {
    private static func curl(_ fixture: ServerFixture, _ words: String..., path: String = "/rpc") throws -> String {
        let result = try ChildProcess.run(
            [
                "curl", "--noproxy", "*", "-sS", "--noproxy", "*", "--max-time", "8", "-w",
                "|%{http_code}|%{num_connects}\n",
            ] + words
                + ["http://127.0.0.1:\(fixture.port)\(path)"])
        #expect(result.status == 0, "\(result.output)")
        return result.output
    }

    private static let json = "Content-Type: application/json"

    @Test func `a call, a large one with Expect and a chunked one are answered, one that is too large gets 413`()
        async throws
    {
        try await ServerFixture.serve { fixture async throws in
            #expect(try Self.curl(fixture, "-H", Self.json, "-d", "[1]") == "[1]|200|1\n")
            let file = try #require(try? ChildProcess.run(["mktemp", "-p", "/dev/shm"])).output.dropLast()
            _ = try ChildProcess.run(["sh", "-c", "head -c 60000 /dev/zero | tr '\\0' x > \(file)"])
            let big = try Self.curl(
                fixture, "-H", Self.json, "-H", "Expect: 100-continue", "--data-binary", "@\(file)")
            #expect(big.hasSuffix("x|200|1\n") && big.utf8.count == 60_000 + "|200|1\n".utf8.count)
            let chunks = ["-H", Self.json, "-H", "Transfer-Encoding: chunked", "--data-binary", "@\(file)"]
            #expect(try Self.curl(fixture, chunks[0], chunks[1], chunks[2], chunks[3], chunks[4], chunks[5]) == big)
            _ = try ChildProcess.run(["sh", "-c", "head -c 70000 /dev/zero >> \(file)"])
            #expect(try Self.curl(fixture, "-H", Self.json, "--data-binary", "@\(file)").hasSuffix("|413|1\n"))
            _ = try ChildProcess.run(["rm", String(file)])
        }
    }

    @Test func `GET, HEAD, a form and another path are refused, and HTTP 1.0 is answered`() async throws {
        try await ServerFixture.serve { fixture async throws in
            #expect(try Self.curl(fixture).hasSuffix("|405|1\n"))
            #expect(try Self.curl(fixture, "-d", "a=b").hasSuffix("|415|1\n"))
            #expect(try Self.curl(fixture, "-d", "{}", path: "/").hasSuffix("|404|1\n"))
            #expect(try Self.curl(fixture, "-I").hasSuffix("|405|1\n"))
            #expect(try Self.curl(fixture, "-0", "-H", Self.json, "-d", "[1]") == "[1]|200|1\n")
        }
    }

    @Test func `one connection serves two calls`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let url = "http://127.0.0.1:\(fixture.port)/rpc"
            let result = try ChildProcess.run(
                [
                    "curl", "--noproxy", "*", "-sS", "--noproxy", "*", "-w", "%{num_connects}\n", "-H", Self.json, "-d",
                    "[1]", url, url,
                ])
            #expect(result.output == "[1]1\n[1]0\n")
        }
    }
}
