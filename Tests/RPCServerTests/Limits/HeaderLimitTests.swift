import RPCServer
import Testing

/// SECURITY.md H2: what a header may be, at the limit and one past it.
@Suite struct HeaderLimitTests {
    private static func fields(_ count: Int) -> String { (0..<count).map { "X-\($0): v\r\n" }.joined() }

    @Test(arguments: [(64, 200), (65, 431)])
    func `sixty-four fields and no more`(count: Int, status: Int) async throws {
        // `post` brings three of its own.
        try await Rig.serve { rig async throws in
            #expect(try rig.ask(post(extra: Self.fields(count - 3))).status == status)
        }
    }

    @Test(arguments: [(8192, 200), (8193, 431)])
    func `a value of eight kibibytes and no more`(count: Int, status: Int) async throws {
        try await Rig.serve { rig async throws in
            let answer = try rig.ask(post(extra: "X: \(String(repeating: "v", count: count))\r\n"))
            #expect(answer.status == status)
            #expect(answer.endsConnection == (status == 431))
        }
    }

    @Test(arguments: [(8192, 200), (8193, 431)])
    func `a target of eight kibibytes and no more`(count: Int, status: Int) async throws {
        try await Rig.serve { rig async throws in
            let query = String(repeating: "q", count: count - "/rpc?".utf8.count)
            #expect(try rig.ask(post(path: "/rpc?" + query)).status == status)
        }
    }

    @Test(arguments: [(8192, 200), (8193, 431)])
    func `a name of eight kibibytes and no more`(count: Int, status: Int) async throws {
        try await Rig.serve { rig async throws in
            #expect(try rig.ask(post(extra: "\(String(repeating: "n", count: count)): v\r\n")).status == status)
        }
    }

    @Test(arguments: [(0, 200), (1, 431)])
    func `sixteen kibibytes in all and no more`(excess: Int, status: Int) async throws {
        // Counted are the target, names and values; these are the bytes of `post` without the field added here.
        let own =
            "/rpc".utf8.count + "Hostlatchkey".utf8.count + "Content-Typeapplication/json".utf8.count
            + "Content-Length2".utf8.count
        let room = 16 * 1024 + excess - own - "XYZ".utf8.count
        let half = String(repeating: "v", count: 6000), rest = String(repeating: "w", count: room - 12_000)
        try await Rig.serve { rig async throws in
            #expect(try rig.ask(post(extra: "X: \(half)\r\nY: \(half)\r\nZ: \(rest)\r\n")).status == status)
        }
    }

    @Test func `a header without end is cut off, and no more of it is kept`() async throws {
        try await Rig.serve { rig async throws in
            let client = try rig.connect()
            client.send("POST /rpc HTTP/1.1\r\nHost: a\r\n")
            for number in 0..<2000 where !client.send("X-\(number): \(String(repeating: "v", count: 500))\r\n") {
                break
            }
            #expect(try client.answer().status == 431)
        }
    }

    @Test func `trailers count as fields`() async throws {
        let start =
            "POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        try await Rig.serve { rig async throws in
            #expect(try rig.ask(start + "2\r\n{}\r\n0\r\n" + Self.fields(61) + "\r\n").status == 200)
            #expect(try rig.ask(start + "2\r\n{}\r\n0\r\n" + Self.fields(62) + "\r\n").status == 431)
        }
    }
}
