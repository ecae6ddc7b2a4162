import Contracts
import Cryptography
import JSONRPC
import Primitives
import ServiceAuth
import Support
import Testing

@Suite struct `service.authenticate` {
    @Test func `plays its example: an introduction, and the calls that follow are believed`() async throws {
        let house = try await AuthHouse()
        let session = try await house.introduce()
        #expect(session.expires == house.clock.now + .seconds(300))
        _ = try await house.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 0))
    }

    @Test func `the example's own words, a stranger's and a repeated introduction are refused`() async throws {
        let house = try await AuthHouse()
        let door = InProcessConnection(to: house.router, at: .internal)
        func refused(_ assertion: String) async throws -> String? {
            do {
                _ = try await door.call(ServiceAuthenticate.self, .init(assertion: assertion))
                return nil
            } catch { return error.fault?.name }
        }
        #expect(try await refused(ServiceAuthenticate.example.params.assertion) == "callRefused")
        let stranger = ServiceKey(name: "vault", key: .generate(house.random))
        let forged = ClientHandshake(by: stranger, to: "auth", now: house.clock.now, random: house.random)
        #expect(try await refused(forged.assertion) == "callRefused")
        let handshake = ClientHandshake(by: house.vaultKey, to: "auth", now: house.clock.now, random: house.random)
        #expect(try await refused(handshake.assertion) == nil)
        #expect(try await refused(handshake.assertion) == "callRefused")
    }

    @Test func `a call without proof is refused, and the public door does not know the method`() async throws {
        let house = try await AuthHouse()
        let params = RevocationPoll.Params(after: DecimalInt64(0), waitMs: 0)
        let inside = await house.fault(RevocationPoll.self, params, at: .internal)
        #expect(inside == "callRefused")
        #expect(await house.fault(RevocationPoll.self, params, at: .public) == "methodNotFound")
        #expect(await house.fault(ServiceAuthenticate.self, .init(assertion: "x"), at: .public) == "methodNotFound")
    }
}
