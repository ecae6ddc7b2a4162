import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `Stops of sending, in the service` {
    @Test(.requirement("O8"))
    func `codes that go unused stop their prefix for the addresses that requested them, and raise an alarm`()
        async throws
    {
        let fixture = try await AuthServiceFixture {
            $0.sendLimits = .init(perNumber: [], perAddress: [], perBlock: [])
        }
        let pumper = fixture.client(address: "2001:db8::1"), person = fixture.client(address: "2001:db8:1::1")
        let known = fixture.client(address: "2001:db8::2")
        try await known.register(fixture)
        for _ in 0..<100 {
            try await pumper.expectSuccess(OTPRequest.self, .init(phone: AuthTestClient.phone, purpose: .login))
        }
        fixture.clock.advance(by: .seconds(60))
        let request = OTPRequest.Params(phone: AuthTestClient.phone, purpose: .login)
        let fault = try #require(try await pumper.refusal(OTPRequest.self, request))
        #expect((fault.name, fault.retryAfterMs) == ("sendLimit", 3_600_000))
        #expect(fixture.counted("code_send_stops_total") == 1)
        #expect(
            fixture.log.entries.contains { $0.message.hasPrefix("sending to a number prefix is stopped for an hour") })
        // Another subnet of the same /48 is the same address group.
        try await fixture.client(address: "2001:db8:0:ffff::9").expectRefused(.sendLimit, OTPRequest.self, request)
        try await person.expectSuccess(OTPRequest.self, request)
        try await known.expectSuccess(OTPRequest.self, request)
    }

    @Test func `the background task stops all sending when too few of the last thousand codes were used`() async throws
    {
        let fixture = try await AuthServiceFixture {
            $0.sendLimits = .init(perNumber: [], perAddress: [], perBlock: [])
            $0.writingCallsPerMinute = 1_000_000
        }
        let pumper = fixture.client(address: "192.0.2.1"), person = fixture.client(address: "198.51.100.1")
        for number in 0..<1_000 {
            let phone = "+4\(310 + number % 90)\(1_000_000 + number)"
            try await pumper.expectSuccess(OTPRequest.self, .init(phone: phone, purpose: .login))
        }
        fixture.clock.advance(by: .seconds(60))
        try await fixture.auth.stopAbusedSending()
        let request = OTPRequest.Params(phone: AuthTestClient.phone, purpose: .login)
        try await pumper.expectRefused(.sendLimit, OTPRequest.self, request)
        try await person.expectSuccess(OTPRequest.self, request)
        #expect(fixture.counted("code_send_stops_total") == 1)
    }

    @Test func `one address is sent ten codes an hour, a /48 forty and a /24 eighty`() async throws {
        for (limit, address) in [
            (10, { _ in "192.0.2.1" }), (40, { "2001:db8:0:\(String($0, radix: 16))00::1" }), (80, { "192.0.2.\($0)" }),
            (20, { "2001:db8:0:\(String($0, radix: 16))::1" }), (10, { "2001:db8::\(String($0, radix: 16))" }),
        ] as [(Int, (Int) -> String)] {
            let fixture = try await AuthServiceFixture()
            var sent = 0
            for turn in 0..<90 {
                let phone = "+49151\(turn + 10)000000"
                let client = fixture.client(address: address(turn))
                let refusal = try await client.refusal(OTPRequest.self, .init(phone: phone, purpose: .login))
                if refusal == nil { sent += 1 }
            }
            #expect(sent == limit, "\(address(1))")
        }
    }
}

extension AuthServiceFixture {
    /// Makes a device with a key of its own at a network address.
    fileprivate func client(address: String) -> AuthTestClient {
        AuthTestClient(name: "phone", fixture: self, address: address)
    }
}
