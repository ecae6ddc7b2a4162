import Curl
import Glibc
import JSONRPC
import Logging
import RPCClient
import RPCServer
import Support
import Testing

/// Connections between a real server with TLS and libcurl.
@Suite(.timeLimit(.minutes(5))) struct TLSConnectionTests {
    private typealias Issued = TestCertificates.Issued

    /// Writes a text to a file that only its owner reads, and returns the path.
    private func file(_ text: String) throws -> String {
        let path = scratchFolder() + "/file.pem"
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
        return path
    }

    /// Sends a request to a server with TLS. Returns "answered", or the reason of the connection error.
    private func outcome(
        server issued: Issued = TestCertificates.auth, client: Issued? = TestCertificates.vault,
        clientTrusts authority: String = TestCertificates.authority, scheme: String = "https"
    ) async throws -> String {
        let identity = try TLSIdentity(
            certificate: Array(issued.certificate.utf8), key: Array(issued.key.utf8),
            authorities: Array(TestCertificates.authority.utf8))
        let threads = ServerThreads(count: 1)
        let server = HTTPServer(
            address: .tcp(host: "127.0.0.1", port: 0), listener: .internal, threads: threads,
            answer: { Reply(body: $0.body) }, security: ListenerSecurity(tls: identity),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            makeTraceID: { String(repeating: "0", count: 32) })
        let address = try await server.start()
        var settings = CurlSettings()
        settings.caFile = try file(authority)
        if let client {
            settings.certificateFile = try file(client.certificate)
            settings.keyFile = try file(client.key)
        }
        let connection = HTTPConnection(to: "\(scheme)://\(address)/rpc", with: try CurlClient(settings))
        var outcome = "answered"
        for count in [1, 60_000] {
            do throws(ConnectionError) {
                let body = [UInt8](repeating: 0x20, count: count)
                let reply = try await connection.send(body, headers: [])
                #expect(reply.status == 200 && reply.body == body)
            } catch { outcome = error.reason }
        }
        await server.drain(within: .seconds(2))
        await threads.stop()
        return outcome
    }

    @Test func `both sides with certificates of one authority talk to each other`() async throws {
        #expect(try await outcome() == "answered")
    }

    @Test func `a client without certificate, or with one of another authority or an expired one, is refused`()
        async throws
    {
        for client in [nil, TestCertificates.stranger, TestCertificates.expired] as [Issued?] {
            #expect(try await outcome(client: client) != "answered")
        }
    }

    @Test func `a server of another authority, for another host or with an expired certificate is refused`()
        async throws
    {
        for server in [TestCertificates.stranger, TestCertificates.elsewhere, TestCertificates.expired] {
            #expect(try await outcome(server: server).hasPrefix("TLS failed"))
        }
        #expect(try await outcome(clientTrusts: TestCertificates.otherAuthority).hasPrefix("TLS failed"))
    }

    @Test func `plain HTTP to a listener with TLS is not answered`() async throws {
        #expect(try await outcome(scheme: "http") != "answered")
    }
}
