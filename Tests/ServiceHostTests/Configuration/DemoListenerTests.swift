import Testing

@testable import ServiceHost

@Suite struct DemoListenerTests {
    @Test(arguments: ["listen", "internal-listen", "operations-listen"])
    func `a demonstration opens no listener that other hosts can reach`(key: String) {
        for address in ["0.0.0.0:1", "[::]:1", "192.0.2.1:1", "[2001:db8::1]:1", "example.org:1", "128.0.0.1:1"] {
            let fault = #expect(throws: SettingsFault.self) {
                try CommonOnly.read(flags: ["demo": "true", key: address])
            }
            #expect(
                fault?.description
                    == "--demo opens loopback addresses and Unix sockets only, and \(key) is \(address): "
                    + "give 127.0.0.1, or start without --demo")
        }
    }

    @Test(arguments: [
        "127.0.0.1:1", "127.255.255.254:1", "localhost:1", "[::1]:1", "[::ffff:127.0.0.1]:1", "unix:/run/a.sock",
    ])
    func `it opens loopback addresses and Unix sockets`(address: String) throws {
        let common = try CommonOnly.read(flags: ["demo": "true", "listen": address])
        #expect("\(common.listen)" == address)
    }

    @Test func `a service that is no demonstration may listen anywhere`() throws {
        #expect("\(try CommonOnly.read(flags: ["listen": "0.0.0.0:1"]).listen)" == "0.0.0.0:1")
    }
}
