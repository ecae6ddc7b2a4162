import Contracts
import Cryptography
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import Tokens

@testable import AuthService

@Suite struct `keys.current` {
    @Test func `plays its example: the keys are those of the public key set`() async throws {
        let fixture = try await AuthServiceFixture()
        let keys = try await fixture.asVault(KeysCurrent.self, KeysCurrent.example.params).keys
        #expect(try JWKS(WireEncoder().encode(KeysCurrent.Answer(keys: keys))) == fixture.auth.tokens.keys.jwks)
        let key = try #require(keys.first)
        var example = KeysCurrent.example.answer.keys[0]
        #expect(keys.count == 1)
        (example.x, example.y, example.kid) = (key.x, key.y, key.kid)
        #expect(key == example)
    }

    @Test func `only the vault may ask`() async throws {
        let fixture = try await AuthServiceFixture()
        #expect(await fixture.fault(KeysCurrent.self, Nothing(), at: .internal) == "callRefused")
        #expect(await fixture.fault(KeysCurrent.self, Nothing(), at: .public) == "methodNotFound")
    }
}
