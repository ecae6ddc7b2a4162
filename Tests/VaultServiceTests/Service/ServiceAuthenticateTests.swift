import Contracts
import Cryptography
import JSONRPC
import Primitives
import ServiceAuth
import Support
import Testing

@Suite struct `service.authenticate` {
    @Test func `plays its example: calls in the opened session are accepted until it expires`() async throws {
        let fixture = try await VaultFixture()
        let client = fixture.authClient
        let session = try await client.openSession()
        #expect(session.expires == fixture.clock.now + .seconds(300))
        try await client.expectSuccess(VaultPurge.self, VaultPurge.example.params, token: .session(session))
        fixture.clock.advance(by: .seconds(300))
        try await client.expectRefused(
            .callRefused, VaultPurge.self, VaultPurge.example.params, token: .session(session))
    }

    @Test func `answers to auth are authenticated, faults too, and a refused call is not`() async throws {
        let fixture = try await VaultFixture()
        let session = try await fixture.authClient.openSession()
        let connection = InProcessConnection(to: fixture.router, at: .internal)
        for method in ["purge.list", "no.such"] {
            let body = Array(#"{"jsonrpc":"2.0","method":"\#(method)","id":1}"#.utf8)
            let call = session.call(path: "/rpc", body: body, now: fixture.clock.now, random: fixture.random)
            let reply = try await connection.send(body, headers: [Header("Latchkey-Call", call.header)])
            let header = reply.header("latchkey-answer")
            #expect(call.isAuthentic(answerHeader: header, status: 200, body: reply.body), "\(method)")
            let refused = try await connection.send(body + [32], headers: [Header("Latchkey-Call", call.header)])
            #expect(refused.header("latchkey-answer") == nil)
        }
    }

    @Test func `an assertion of the example, of a stranger, and a repeated one are refused`() async throws {
        let fixture = try await VaultFixture()
        func expectRefused(_ assertion: String) async throws {
            try await fixture.authClient.expectRefused(
                .callRefused, ServiceAuthenticate.self, .init(assertion: assertion), token: .header(nil))
        }
        try await expectRefused(ServiceAuthenticate.example.params.assertion)
        let stranger = ServiceKey(name: "auth", key: .generate(fixture.random))
        try await expectRefused(
            ClientHandshake(by: stranger, to: "vault", now: fixture.clock.now, random: fixture.random).assertion)
        let handshake = ClientHandshake(
            by: fixture.authKey, to: "vault", now: fixture.clock.now, random: fixture.random)
        try await fixture.authClient.expectSuccess(
            ServiceAuthenticate.self, .init(assertion: handshake.assertion), token: .header(nil))
        try await expectRefused(handshake.assertion)
    }
}
