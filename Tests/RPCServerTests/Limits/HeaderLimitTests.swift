import RPCServer
import Testing

/// The limits of a header, tested at the limit and one above it.
@Suite struct HeaderLimitTests {
    private static func fields(_ count: Int) -> String { (0..<count).map { "X-\($0): v\r\n" }.joined() }

    @Test(arguments: [(64, 200), (65, 431)])
    func `sixty-four headers are accepted and no more`(count: Int, status: Int) async throws {
        // `post` has three header fields of its own.
        try await ServerFixture.serve { fixture async throws in
            #expect(try fixture.send(post(extra: Self.fields(count - 3))).status == status)
        }
    }

    @Test(arguments: [(8192, 200), (8193, 431)])
    func `a header value may have eight kibibytes`(count: Int, status: Int) async throws {
        try await ServerFixture.serve { fixture async throws in
            let answer = try fixture.send(post(extra: "X: \(String(repeating: "v", count: count))\r\n"))
            #expect(answer.status == status)
            #expect(answer.closesConnection == (status == 431))
        }
    }

    @Test(arguments: [(8192, 200), (8193, 431)])
    func `a request target may have eight kibibytes`(count: Int, status: Int) async throws {
        try await ServerFixture.serve { fixture async throws in
            let query = String(repeating: "q", count: count - "/rpc?".utf8.count)
            #expect(try fixture.send(post(path: "/rpc?" + query)).status == status)
        }
    }

    @Test(arguments: [(8192, 200), (8193, 431)])
    func `a header name may have eight kibibytes`(count: Int, status: Int) async throws {
        try await ServerFixture.serve { fixture async throws in
            #expect(try fixture.send(post(extra: "\(String(repeating: "n", count: count)): v\r\n")).status == status)
        }
    }

    @Test(arguments: [(0, 200), (1, 431)])
    func `all headers together may have sixteen kibibytes`(excess: Int, status: Int) async throws {
        // The limit counts the target, names and values. These are the bytes of `post` without the fields added here.
        let own =
            "/rpc".utf8.count + "Hostlatchkey".utf8.count + "Content-Typeapplication/json".utf8.count
            + "Content-Length2".utf8.count
        let room = 16 * 1024 + excess - own - "XYZ".utf8.count
        let half = String(repeating: "v", count: 6000), rest = String(repeating: "w", count: room - 12_000)
        try await ServerFixture.serve { fixture async throws in
            #expect(try fixture.send(post(extra: "X: \(half)\r\nY: \(half)\r\nZ: \(rest)\r\n")).status == status)
        }
    }

    @Test func `a header of two thousand fields is refused`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let client = try fixture.connect()
            client.send("POST /rpc HTTP/1.1\r\nHost: a\r\n")
            for number in 0..<2000 where !client.send("X-\(number): \(String(repeating: "v", count: 500))\r\n") {
                break
            }
            #expect(try client.response().status == 431)
        }
    }

    @Test func `trailers count as headers`() async throws {
        let start =
            "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        try await ServerFixture.serve { fixture async throws in
            #expect(try fixture.send(start + "2\r\n{}\r\n0\r\n" + Self.fields(61) + "\r\n").status == 200)
            #expect(try fixture.send(start + "2\r\n{}\r\n0\r\n" + Self.fields(62) + "\r\n").status == 431)
        }
    }
}
