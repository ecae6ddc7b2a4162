import Glibc
import JSONRPC
import Logging
import RPCServer
import Support
import Testing

@Suite struct ListenerSecurityTests {
    /// Starts a server at a Unix socket and returns the facts of its file.
    private func socketFile(_ security: ListenerSecurity) async throws -> (mode: mode_t, group: gid_t) {
        let threads = ServerThreads(count: 1), path = scratchFolder() + "/auth.sock"
        let server = HTTPServer(
            address: .unix(path: path), listener: .internal, threads: threads, answer: { Reply(body: $0.body) },
            security: security, logger: Logger(label: "test"), makeTraceID: { String(repeating: "0", count: 32) })
        _ = try await server.start()
        var status = stat()
        #expect(stat(path, &status) == 0)
        await server.drain()
        await threads.stop()
        return (status.st_mode & 0o777, status.st_gid)
    }

    @Test func `a Unix socket is for its owner alone, or for the members of a group`() async throws {
        #expect(try await socketFile(ListenerSecurity()) == (0o600, getegid()))
        #expect(try await socketFile(ListenerSecurity(socketGroup: getegid())) == (0o660, getegid()))
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file to any group"))
    func `the group of the socket is the one of the setting`() async throws {
        #expect(try await socketFile(ListenerSecurity(socketGroup: 65534)) == (0o660, 65534))
    }

    @Test func `texts that are no identity are refused with what is wrong`() {
        let good = TestCertificates.auth
        func fault(_ certificate: String, _ key: String, _ authorities: String) -> TLSIdentityFault? {
            do throws(TLSIdentityFault) {
                _ = try TLSIdentity(
                    certificate: Array(certificate.utf8), key: Array(key.utf8), authorities: Array(authorities.utf8))
                return nil
            } catch { return error }
        }
        let authority = TestCertificates.authority
        #expect(fault(good.certificate, good.key, authority) == nil)
        #expect(fault("", good.key, authority) == .unreadableCertificate)
        #expect(fault(good.certificate, "", authority) == .unreadableKey)
        #expect(fault(good.certificate, good.key, "") == .unreadableAuthorities)
        #expect(fault(good.certificate, TestCertificates.vault.key, authority) == .keyOfAnotherCertificate)
    }
}
