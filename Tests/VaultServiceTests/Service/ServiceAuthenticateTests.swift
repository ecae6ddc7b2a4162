import Contracts
import Cryptography
import JSONRPC
import Primitives
import ServiceAuth
import Support
import Testing

@Suite struct `service.authenticate` {
    @Test func `plays its example: an introduction, and the calls that follow are believed`() async throws {
        let house = try await VaultHouse()
        let session = try await house.introduce()
        #expect(session.expires == house.clock.now + .seconds(300))
        #expect(await house.refusal(VaultPurge.self, VaultPurge.example.params, session: session) == nil)
        house.clock.advance(by: .seconds(300))
        #expect(await house.refusal(VaultPurge.self, VaultPurge.example.params, session: session) == "callRefused")
    }

    @Test func `the example's own words, a stranger's and a repeated introduction are refused`() async throws {
        let house = try await VaultHouse()
        func refused(_ assertion: String) async -> String? {
            await house.refusal(ServiceAuthenticate.self, .init(assertion: assertion))
        }
        #expect(await refused(ServiceAuthenticate.example.params.assertion) == "callRefused")
        let stranger = ServiceKey(name: "auth", key: .generate(house.random))
        let forged = ClientHandshake(by: stranger, to: "vault", now: house.clock.now, random: house.random)
        #expect(await refused(forged.assertion) == "callRefused")
        let handshake = ClientHandshake(by: house.authKey, to: "vault", now: house.clock.now, random: house.random)
        #expect(await refused(handshake.assertion) == nil)
        #expect(await refused(handshake.assertion) == "callRefused")
    }
}
