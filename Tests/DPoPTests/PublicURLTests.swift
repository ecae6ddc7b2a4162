import DPoP
import Testing

@Suite struct PublicURLTests {
    @Test(
        arguments: [
            ("https://auth.example/rpc", "https://auth.example:443/rpc"),
            ("HTTPS://Auth.Example/rpc?x=1#y", "https://auth.example:443/rpc"),
            ("http://127.0.0.1:7601/rpc", "http://127.0.0.1:7601/rpc"),
            ("http://localhost", "http://localhost:80/"),
            ("http://localhost?x", "http://localhost:80/"),
            ("http://[::1]:7601/rpc", "http://[::1]:7601/rpc"),
            ("https://[FE80::1]/", "https://[fe80::1]:443/"),
            ("https://[::ffff:192.0.2.1]/", "https://[::ffff:192.0.2.1]:443/"),
            ("https://auth-1.eu_2.example/", "https://auth-1.eu_2.example:443/"),
        ])
    func `equivalent spellings of a URL have the same normal form`(text: String, form: String) {
        #expect(PublicURL(text)?.description == form)
    }

    @Test(
        arguments: [
            "", "auth.example/rpc", "ftp://auth.example/", "https://", "https:///rpc", "https://user@auth.example/",
            "https://auth.example:0/", "https://auth.example:65536/", "https://auth.example:0443/",
            "https://auth.example:/",
            "https://auth.example:+443/", "https://auth .example/", "https://äuth.example/", "https://[::1/",
            "https://[g]/",
            "https://[::1]x/", "https:/auth.example", "https://auth.example:443:1/",
        ])
    func `malformed URLs are refused`(text: String) {
        #expect(PublicURL(text) == nil)
    }

    @Test func `a URL has at most 2048 bytes`() {
        let longest = "https://auth.example/" + String(repeating: "x", count: 2048 - 21)
        #expect(PublicURL(longest)?.path.utf8.count == 2048 - 20)
        #expect(PublicURL(longest + "x") == nil)
    }

    @Test func `a URL is allowed only if its scheme, host, port and path are`() throws {
        let allowed = try ["https://auth.example/rpc", "http://127.0.0.1:7601/rpc"].map { try #require(PublicURL($0)) }
        for (text, isAllowed) in [
            ("https://auth.example:443/rpc", true), ("https://AUTH.example/rpc?a#b", true),
            ("http://127.0.0.1:7601/rpc", true), ("http://auth.example/rpc", false),
            ("https://auth.example/rpc/", false),
            ("https://auth.example/RPC", false), ("https://auth.example.evil/rpc", false),
            ("http://127.0.0.1:7602/rpc", false), ("https://auth.example/", false),
        ] {
            #expect(try #require(PublicURL(text)).isOne(of: allowed) == isAllowed, "\(text)")
        }
    }
}
