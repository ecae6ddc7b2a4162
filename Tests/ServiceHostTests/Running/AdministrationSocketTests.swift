import Contracts
import Curl
import Glibc
import JSONRPC
import RPCClient
import Support
import Testing

@testable import ServiceHost

@Suite struct AdministrationSocketTests {
    @Test func `a service that does not run is named with the command that starts it`() async throws {
        let folder = DataFolder(scratchFolder())
        let failure = await #expect(throws: AdministrationSocket.Failure.self) {
            try await AdministrationSocket(of: "vault", in: folder).call(ServiceVersion.self, .init())
        }
        let sentence = try #require(failure).description
        #expect(sentence.contains("\(folder.path)/vault.sock") && sentence.contains("'latchkey-vault serve'"))
    }

    /// The kernel accepts the connections, and nothing reads from them. A connection with a limit of 5 s shows that the
    /// command ends earlier, without a measured time.
    @Test func `a service that does not answer a command is given up after 3 s`() async throws {
        let folder = DataFolder(scratchFolder()), path = folder.path + "/auth.sock"
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: address.sun_path))
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        #expect(isBound && listen(listener, 2) == 0)
        let client = try CurlClient()
        let other = HTTPConnection(
            to: "http://latchkey/rpc", with: client, unixSocket: path, limits: .total(ms: 60_000))
        let failure = await withTaskGroup(of: AdministrationSocket.Failure?.self) { calls in
            calls.addTask {
                await #expect(throws: AdministrationSocket.Failure.self) {
                    try await AdministrationSocket(of: "auth", in: folder).call(ServiceVersion.self, .init())
                }
            }
            calls.addTask {
                _ = try? await other.call(ServiceVersion.self, .init())
                return nil
            }
            defer { calls.cancelAll() }
            return await calls.next() ?? nil
        }
        client.close()
        #expect(failure?.description == "the service did not answer at \(path) within 3 s: look at its log")
    }
}
