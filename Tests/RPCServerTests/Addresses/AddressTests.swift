import Primitives
import Testing

@testable import RPCServer

@Suite struct AddressTests {
    @Test(arguments: ["127.0.0.1:7601", "localhost:0", "[::1]:65535", "unix:/run/latchkey/auth.sock"])
    func `an address is read and written the same`(text: String) { #expect(ServerAddress(text)?.description == text) }

    @Test(arguments: [
        "", "7601", "127.0.0.1", ":7601", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1", "::1:7601",
        "unix:", "unix:/\(String(repeating: "a", count: 108))", "http://127.0.0.1:7601",
    ])
    func `malformed addresses are refused`(text: String) { #expect(ServerAddress(text) == nil) }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.7", "192.0.2.7", true),
        ("192.0.2.7", "192.0.2.8", false), ("0.0.0.0/0", "203.0.113.1", true), ("0.0.0.0/0", "2001:db8::1", false),
        ("2001:db8::/32", "2001:db8:1::1", true), ("2001:db8::/32", "2001:db9::1", false), ("::1", "::1", true),
        ("10.0.0.0/8", "::ffff:10.1.1.1", true), ("::/0", "2001:db8::1", true),
    ])
    func `a block contains the addresses with its prefix`(block: String, address: String, isInside: Bool) throws {
        let bits = try #require(IPAddress(address))
        #expect(try #require(AddressBlock(block)).contains(bits) == isInside)
    }

    @Test(arguments: ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "::1/129", "host/8", "10.0.0.0/"])
    func `malformed blocks are refused`(text: String) { #expect(AddressBlock(text) == nil) }

    @Test(arguments: [
        ("10.0.0.0/8", false), ("10.0.0.0/7", true), ("0.0.0.0/0", true), ("192.0.2.1", false),
        ("2001:db8::/16", false),
        ("2001:db8::/15", true), ("::/0", true), ("::/16", true), ("::/96", false), ("::1", false),
    ])
    func `a block wider than an IPv4 /8 or an IPv6 /16 is too wide for proxies`(text: String, isTooWide: Bool) throws {
        #expect(try #require(AddressBlock(text)).isTooWideForProxies == isTooWide)
    }

    @Test(arguments: [
        ("", 0), ("::1", 1), ("10.0.0.0/8, ::1", 2), ("10.0.0.0/8,", nil), (",", nil), ("10.0.0.0/8 ::1", nil),
        ("proxy", nil),
    ])
    func `a list with one malformed block is refused`(text: String, count: Int?) {
        #expect(AddressBlock.list(text)?.count == count)
    }

    @Test func `clients of one IPv6 /64 share a limit`() throws {
        let one = try #require(IPAddress("2001:db8:0:1::1")), two = try #require(IPAddress("2001:db8:0:1:ffff::2"))
        let other = try #require(IPAddress("2001:db8:0:2::1"))
        #expect(one.clientNetwork == two.clientNetwork)
        #expect(one.clientNetwork != other.clientNetwork)
        let mapped = try #require(IPAddress("::ffff:192.0.2.1")), plain = try #require(IPAddress("192.0.2.1"))
        #expect(mapped.clientNetwork == plain.clientNetwork)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("10.0.0.1, 192.0.2.1", "192.0.2.1"), ("10.0.0.1,\t2001:db8::1 ", "2001:db8::1"),
        ("192.0.2.1, unknown", nil), ("192.0.2.1:80", nil), ("", nil), (",", nil),
    ])
    func `only the last element of X-Forwarded-For counts, and only if it is an address`(
        header: String, caller: String?
    ) {
        #expect(ProxyTrust.lastHop(header) == caller)
    }

    @Test(arguments: [
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true),
        ("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-later", true),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-later", false),
        ("ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", false),
        ("0g-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", false),
        ("0A-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", false),
        ("00-00000000000000000000000000000000-b7ad6b7169203331-01", false),
        ("00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", false),
        ("00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01", false),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331", false), ("", false),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0/", false),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-9:", false),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-a`", false),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-fg", false),
    ])
    func `only a well-formed traceparent is continued`(header: String, isTaken: Bool) {
        #expect(TraceContext.traceID(in: header) == (isTaken ? "0af7651916cd43dd8448eb211c80319c" : nil))
    }

    @Test func `a new trace has a well-formed traceparent`() {
        let id = "0af7651916cd43dd8448eb211c80319c"
        #expect(TraceContext.traceID(in: TraceContext.header(for: id)) == id)
    }
}
