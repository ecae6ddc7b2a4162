import Glibc
import JSONRPC
import RPCServer
import Support
import Testing

@Suite struct UnixSocketTests {
    @Test func `a socket file is its owner's alone, serves, and is gone afterwards`() async throws {
        let path = scratchFolder() + "/a.sock"
        let answer: @Sendable (RequestContext) async -> Reply = { Reply(body: Array("<\($0.peer)>".utf8)) }
        try await Rig.serve(at: .unix(path: path), answer: answer) { rig async throws in
            #expect(rig.address == .unix(path: path))
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            let client = try RawClient(path: path)
            client.send(post() + post())
            #expect(try client.answer().text == "<>")
            #expect(try client.answer().text == "<>")
        }
        #expect(access(path, F_OK) != 0)
    }

    @Test func `a file left behind by a crash does not stand in the way`() async throws {
        let path = scratchFolder() + "/a.sock"
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(left, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        close(left)
        try await Rig.serve(at: .unix(path: path)) { _ in
            let client = try RawClient(path: path)
            client.send(post("[1]"))
            #expect(try client.answer().text == "[1]")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can become somebody else"))
    func `another user is turned away even where the file would let him in`() async throws {
        let folder = scratchFolder()
        let path = folder + "/a.sock"
        try await Rig.serve(at: .unix(path: path)) { _ in
            chmod(folder, 0o755)
            chmod(path, 0o666)
            let asked = try Child.run(
                [
                    "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "curl", "--noproxy", "*", "-sS",
                    "--max-time", "5",
                    "--unix-socket", path, "-H", "Content-Type: application/json", "-d", "[1]", "http://a/rpc",
                ])
            #expect(asked.status != 0)
            #expect(!asked.output.contains("[1]"))
            let own = try RawClient(path: path)
            own.send(post("[2]"))
            #expect(try own.answer().text == "[2]")
        }
    }

    @Test func `an address that cannot be had is one plain line`() async throws {
        try await Rig.serve { rig async throws in
            let error = await #expect(throws: ServerStartError.self) {
                try await Rig.serve(at: .tcp(host: "127.0.0.1", port: rig.port)) { _ in }
            }
            #expect(error?.description.hasPrefix("cannot listen on 127.0.0.1:\(rig.port): ") == true)
            #expect(error?.description.contains("\n") == false)
        }
    }
}
