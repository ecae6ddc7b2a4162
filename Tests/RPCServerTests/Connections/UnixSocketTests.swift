import Glibc
import JSONRPC
import RPCServer
import Support
import Testing

@Suite struct UnixSocketTests {
    @Test func `a socket file has mode 0600 and is deleted at the end`() async throws {
        let path = scratchFolder() + "/a.sock"
        let answer: @Sendable (RequestContext) async -> Reply = { Reply(body: Array("<\($0.peer)>".utf8)) }
        try await ServerFixture.serve(at: .unix(path: path), listener: .administration, answer: answer) {
            fixture async throws in
            #expect(fixture.address == .unix(path: path))
            var status = stat()
            #expect(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            let client = try RawClient(path: path)
            client.send(post() + post())
            #expect(try client.response().text == "<>")
            #expect(try client.response().text == "<>")
        }
        #expect(access(path, F_OK) != 0)
    }

    @Test func `on the public listener a Unix socket leads to a proxy, which names the client`() async throws {
        let path = scratchFolder() + "/a.sock"
        let answer: @Sendable (RequestContext) async -> Reply = { Reply(body: Array($0.peer.utf8)) }
        try await ServerFixture.serve(at: .unix(path: path), answer: answer) { _ in
            let client = try RawClient(path: path)
            client.send(post(extra: "X-Forwarded-For: 198.51.100.7, 192.0.2.9\r\n") + post())
            #expect(try client.response().text == "192.0.2.9")
            #expect(try client.response().status == 400)
        }
    }

    @Test func `a socket file left by a crash is replaced`() async throws {
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
        try await ServerFixture.serve(at: .unix(path: path), listener: .administration) { _ in
            let client = try RawClient(path: path)
            client.send(post("[1]"))
            #expect(try client.response().text == "[1]")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can run a program as another user"))
    func `another user is refused even if the mode of the socket file allows access`() async throws {
        let folder = scratchFolder()
        let path = folder + "/a.sock"
        try await ServerFixture.serve(at: .unix(path: path), listener: .administration) { _ in
            chmod(folder, 0o755)
            chmod(path, 0o666)
            let result = try ChildProcess.run(
                [
                    "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "curl", "--noproxy", "*", "-sS",
                    "--max-time", "5",
                    "--unix-socket", path, "-H", "Content-Type: application/json", "-d", "[1]", "http://a/rpc",
                ])
            #expect(result.status != 0)
            #expect(!result.output.contains("[1]"))
            let own = try RawClient(path: path)
            own.send(post("[2]"))
            #expect(try own.response().text == "[2]")
        }
    }

    @Test func `an address in use is an error of one line`() async throws {
        try await ServerFixture.serve { fixture async throws in
            let error = await #expect(throws: ServerStartError.self) {
                try await ServerFixture.serve(at: .tcp(host: "127.0.0.1", port: fixture.port)) { _ in }
            }
            #expect(error?.description.hasPrefix("cannot listen on 127.0.0.1:\(fixture.port): ") == true)
            #expect(error?.description.contains("\n") == false)
        }
    }
}
