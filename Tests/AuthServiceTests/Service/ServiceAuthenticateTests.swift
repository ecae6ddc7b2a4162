import Contracts
import Cryptography
import JSONRPC
import Primitives
import ServiceAuth
import Support
import Testing

@Suite struct `service.authenticate` {
    @Test func `plays its example: the calls that follow an assertion are accepted`() async throws {
        let fixture = try await AuthServiceFixture()
        let session = try await fixture.openServiceCallSession()
        #expect(session.expires == fixture.clock.now + .seconds(300))
        _ = try await fixture.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 0))
    }

    @Test func `the example's assertion, one under another key and a repeated one are refused`() async throws {
        let fixture = try await AuthServiceFixture()
        let connection = InProcessConnection(to: fixture.router, at: .internal)
        func fault(_ assertion: String) async throws -> String? {
            do {
                _ = try await connection.call(ServiceAuthenticate.self, .init(assertion: assertion))
                return nil
            } catch { return error.fault?.name }
        }
        #expect(try await fault(ServiceAuthenticate.example.params.assertion) == "callRefused")
        let stranger = ServiceKey(name: "vault", key: .generate(fixture.random))
        let forged = ClientHandshake(by: stranger, to: "auth", now: fixture.clock.now, random: fixture.random)
        #expect(try await fault(forged.assertion) == "callRefused")
        let handshake = ClientHandshake(
            by: fixture.vaultKey, to: "auth", now: fixture.clock.now, random: fixture.random)
        #expect(try await fault(handshake.assertion) == nil)
        #expect(try await fault(handshake.assertion) == "callRefused")
    }

    @Test func `answers to the vault are authenticated, faults too, and a refused call is not`() async throws {
        let fixture = try await AuthServiceFixture()
        let session = try await fixture.openServiceCallSession()
        let connection = InProcessConnection(to: fixture.router, at: .internal)
        for (method, isAnswered) in [("keys.current", true), ("service.version", true), ("no.such", false)] {
            let body = Array(#"{"jsonrpc":"2.0","method":"\#(method)","id":1}"#.utf8)
            let call = session.call(path: "/rpc", body: body, now: fixture.clock.now, random: fixture.random)
            let reply = try await connection.send(body, headers: [Header("Latchkey-Call", call.header)])
            let header = reply.header("latchkey-answer")
            #expect(call.isAuthentic(answerHeader: header, status: 200, body: reply.body), "\(method)")
            #expect(String(decoding: reply.body, as: UTF8.self).contains(#""result""#) == isAnswered)
            let refused = try await connection.send(body + [32], headers: [Header("Latchkey-Call", call.header)])
            #expect(refused.header("latchkey-answer") == nil)
        }
    }

    @Test func `a call without signature is refused, and the public listener does not serve the method`() async throws {
        let fixture = try await AuthServiceFixture()
        let params = RevocationPoll.Params(after: DecimalInt64(0), waitMs: 0)
        let inside = await fixture.fault(RevocationPoll.self, params, at: .internal)
        #expect(inside == "callRefused")
        #expect(await fixture.fault(RevocationPoll.self, params, at: .public) == "methodNotFound")
        #expect(await fixture.fault(ServiceAuthenticate.self, .init(assertion: "x"), at: .public) == "methodNotFound")
    }
}
