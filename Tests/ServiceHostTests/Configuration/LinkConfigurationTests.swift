import Glibc
import Primitives
import RPCServer
import Support
import Testing

@testable import ServiceHost

@Suite struct LinkConfigurationTests {
    private static let https = "https://auth.internal:7621/rpc"

    /// Returns the line with which the settings are refused.
    private func refusal(_ flags: [String: String]) -> String? {
        do throws(SettingsFault) {
            _ = try CommonOnly.read(flags: flags)
            return nil
        } catch { return error.description }
    }

    @Test(arguments: [
        "http://127.0.0.1:7621/rpc", "http://127.9.9.9:1/rpc", "http://[::1]:7621/rpc", "http://localhost/rpc",
        "unix:/run/latchkey/auth.sock",
    ])
    func `plain HTTP to this host needs no further setting`(url: String) throws {
        #expect("\(try CommonOnly.read(flags: ["peer-url": url]).link.peer)" == url)
    }

    @Test(arguments: [
        "http://10.0.0.7:7621/rpc", "http://auth.internal/rpc", "http://127.0.0.1.evil.test/rpc", "http://127.1/rpc",
        "http://localhost.evil.test/rpc", "http://[2001:db8::1]:7621/rpc", "http://0.0.0.0/rpc", "http://[::]/rpc",
    ])
    func `plain HTTP to another host is refused unless the network is trusted`(url: String) throws {
        #expect(refusal(["peer-url": url])?.hasPrefix("--set peer-url=http://… names another host") == true)
        let link = try CommonOnly.read(flags: ["peer-url": url, "peer-network-trusted": "true"]).link
        #expect(link.peer == .http(url: url, isLoopback: false))
    }

    @Test(arguments: [
        "http://127.0.0.1@evil.test/rpc", "http://evil.test#@127.0.0.1/rpc", "http://127.0.0.1\\@evil.test/rpc",
        "http://a b/rpc", "http:///rpc", "ftp://127.0.0.1/rpc", "http://127.0.0.1:123456/rpc", "http://[127.0.0.1/rpc",
        "http://127.0.0.1/rpc/", "unix:", "unix:/" + String(repeating: "a", count: 108), "HTTP://127.0.0.1/rpc",
    ])
    func `an address that two readers could take for different hosts is refused`(url: String) {
        #expect(refusal(["peer-url": url]) == "--set peer-url=VALUE must be \(PeerAddress.format)")
    }

    @Test func `https needs all three files`() throws {
        #expect(
            refusal(["peer-url": Self.https]) == "--set peer-url=https://… needs peer-certificate, peer-key and peer-ca"
        )
        let all = ["peer-certificate": "/c", "peer-key": "/k", "peer-ca": "/a"]
        for missing in all.keys {
            let line = refusal(all.filter { $0.key != missing }.merging(["peer-url": Self.https]) { $1 })
            #expect(line?.hasSuffix("needs \(missing), too") == true, "\(line ?? "accepted")")
        }
        let link = try CommonOnly.read(flags: all.merging(["peer-url": Self.https]) { $1 }).link
        #expect(link.client == CertificateFiles(certificate: "/c", key: "/k", authority: "/a"))
        #expect(link.server == nil)
    }

    @Test func `the files of the internal listener are given together`() throws {
        let all = ["internal-certificate": "/c", "internal-key": "/k", "internal-client-ca": "/a"]
        for missing in all.keys {
            let line = refusal(all.filter { $0.key != missing })
            #expect(line?.hasSuffix("needs \(missing), too") == true, "\(line ?? "accepted")")
        }
        let link = try CommonOnly.read(flags: all).link
        #expect(link.server == CertificateFiles(certificate: "/c", key: "/k", authority: "/a"))
        #expect(refusal(all.merging(["internal-listen": "unix:/s"]) { $1 })?.contains("TCP internal-listen") == true)
    }

    @Test(arguments: ["http://127.0.0.1/rpc", "unix:/s"])
    func `certificates for an address without TLS are refused`(url: String) {
        let flags = ["peer-url": url, "peer-certificate": "/c", "peer-key": "/k", "peer-ca": "/a"]
        #expect(refusal(flags)?.contains("is for an https peer-url") == true)
    }

    @Test func `the group of a Unix socket is its name or number, and needs a socket`() throws {
        #expect(refusal(["internal-socket-group": "root"])?.contains("is for internal-listen=unix:PATH") == true)
        func group(_ name: String) throws -> UInt32? {
            let flags = ["internal-listen": "unix:/s", "internal-socket-group": name]
            return try CommonOnly.read(flags: flags).link.listenerSecurity(now: WallClock.system.now).socketGroup
        }
        #expect(try group("root") == 0)
        #expect(try group("7601") == 7601)
        let fault = #expect(throws: SettingsFault.self) { _ = try group("no-such-group") }
        #expect(fault?.description == "--set internal-socket-group=no-such-group: this host has no such group")
    }

    @Test func `a wrong certificate file refuses the start of either side`() throws {
        let fixture = CertificateFixture()
        let files = try fixture.files(key: TestCertificates.vault.key)
        let names = (certificate: files.certificate, key: files.key, authority: files.authority)
        let server = try CommonOnly.read(flags: [
            "internal-certificate": names.certificate, "internal-key": names.key, "internal-client-ca": names.authority,
        ]).link
        #expect(throws: KeyFault.self) { _ = try server.listenerSecurity(now: WallClock.system.now) }
        let client = try CommonOnly.read(flags: [
            "peer-url": Self.https, "peer-certificate": names.certificate, "peer-key": names.key,
            "peer-ca": names.authority,
        ]).link
        #expect(throws: KeyFault.self) { _ = try PeerLink(client, now: WallClock.system.now) }
    }
}
