import DPoP
import OperatorConsole
import Support
import Testing

@Suite struct ConsoleOriginTests {
    @Test(arguments: [
        ("http://127.0.0.1:7611", "http://127.0.0.1:7611", "http://127.0.0.1:7611/console/rpc"),
        ("http://[::1]:7611", "http://[::1]:7611", "http://[::1]:7611/console/rpc"),
        ("http://localhost", "http://localhost", "http://localhost:80/console/rpc"),
        ("https://Console.Example", "https://console.example", "https://console.example:443/console/rpc"),
        ("https://console.example:443", "https://console.example", "https://console.example:443/console/rpc"),
        ("https://console.example:8443", "https://console.example:8443", "https://console.example:8443/console/rpc"),
    ])
    func `an origin is what browsers send, without the default port`(text: String, origin: String, url: String) throws {
        let parsed = try #require(ConsoleOrigin(text))
        #expect(parsed.description == origin)
        #expect(parsed.callURL.description == url)
    }

    @Test(arguments: [
        "", "127.0.0.1:7611", "http://127.0.0.1:7611/", "https://console.example/console", "https://console.example?x",
        "https://console.example#x", "ftp://127.0.0.1", "unix:/run/x.sock", "http://127.0.0.1:0",
        // Browsers give a page no cryptography that comes without TLS from another host.
        "http://console.example", "http://10.0.0.1:7611",
    ])
    func `no other text is an origin`(text: String) { #expect(ConsoleOrigin(text) == nil) }
}
