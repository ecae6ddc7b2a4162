import Contracts
import Glibc
import JSONRPC
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

    /// The kernel accepts the connection, and nothing reads from it.
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
        #expect(isBound && listen(listener, 1) == 0)
        let failure = await #expect(throws: AdministrationSocket.Failure.self) {
            try await AdministrationSocket(of: "auth", in: folder).call(ServiceVersion.self, .init())
        }
        #expect(failure?.description == "the service did not answer at \(path) within 3 s: look at its log")
    }
}
