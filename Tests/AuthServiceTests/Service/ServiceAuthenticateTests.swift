import Contracts
import Cryptography
import JSONRPC
import Primitives
import ServiceAuth
import Support
import Testing

@Suite struct `service.authenticate` {
    @Test func `plays its example: an introduction, and the calls that follow are believed`() async throws {
        let fixture = try await AuthServiceFixture()
        let session = try await fixture.introduce()
        #expect(session.expires == fixture.clock.now + .seconds(300))
        _ = try await fixture.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 0))
    }

    @Test func `the example's own words, a stranger's and a repeated introduction are refused`() async throws {
        let fixture = try await AuthServiceFixture()
        let door = InProcessConnection(to: fixture.router, at: .internal)
        func refused(_ assertion: String) async throws -> String? {
            do {
                _ = try await door.call(ServiceAuthenticate.self, .init(assertion: assertion))
                return nil
            } catch { return error.fault?.name }
        }
        #expect(try await refused(ServiceAuthenticate.example.params.assertion) == "callRefused")
        let stranger = ServiceKey(name: "vault", key: .generate(fixture.random))
        let forged = ClientHandshake(by: stranger, to: "auth", now: fixture.clock.now, random: fixture.random)
        #expect(try await refused(forged.assertion) == "callRefused")
        let handshake = ClientHandshake(by: fixture.vaultKey, to: "auth", now: fixture.clock.now, random: fixture.random)
        #expect(try await refused(handshake.assertion) == nil)
        #expect(try await refused(handshake.assertion) == "callRefused")
    }

    @Test func `a call without proof is refused, and the public door does not know the method`() async throws {
        let fixture = try await AuthServiceFixture()
        let params = RevocationPoll.Params(after: DecimalInt64(0), waitMs: 0)
        let inside = await fixture.fault(RevocationPoll.self, params, at: .internal)
        #expect(inside == "callRefused")
        #expect(await fixture.fault(RevocationPoll.self, params, at: .public) == "methodNotFound")
        #expect(await fixture.fault(ServiceAuthenticate.self, .init(assertion: "x"), at: .public) == "methodNotFound")
    }
}
