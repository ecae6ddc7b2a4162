import Curl
import Testing

@Suite(.enabled(if: TLSServer.isPossible, "openssl is needed to make the certificates")) struct CurlTrustTests {
    /// Returns the fault of a request with these settings; nil if it is answered.
    private func fault(_ settings: CurlSettings, _ url: String) async throws -> CurlFault? {
        do throws(CurlFault) {
            _ = try await CurlClient(settings).send(CurlRequest(url))
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        ("localhost", "ours", true),
        ("localhost", "theirs", false),
        ("localhost", nil, false),
        ("localhost", "missing", false),
        ("127.0.0.1", "ours", false),
    ])
    func `a host is trusted only under the name in its certificate, and only with its authority`(
        host: String, authority: String?, isTrusted: Bool
    ) async throws {
        let server = try TLSServer()
        defer { server.stop() }
        var settings = CurlSettings()
        settings.caFile = authority.map { "\(server.folder)/\($0).pem" }
        let found = try await fault(settings, "https://\(host):\(server.port)/")
        #expect(found == (isTrusted ? nil : CurlFault(.tls)))
    }

    @Test func `a peer that requires a client certificate gets it`() async throws {
        let server = try TLSServer(asksForCertificate: true)
        defer { server.stop() }
        var settings = CurlSettings()
        settings.caFile = "\(server.folder)/ours.pem"
        let url = "https://localhost:\(server.port)/"
        #expect(try await fault(settings, url) != nil)
        settings.certificateFile = "\(server.folder)/client.pem"
        settings.keyFile = "\(server.folder)/client.key"
        #expect(try await fault(settings, url) == nil)
    }
}
