import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import Tokens

@testable import AuthService

@Suite struct `key.publish` {
    private let fixture: AuthServiceFixture

    init() async throws { fixture = try await AuthServiceFixture(rotatesKeys: true) }

    private func call<M: Method>(_ method: M.Type, _ params: M.Params, at listener: Listener = .administration)
        async throws -> M.Answer
    {
        try await InProcessConnection(to: fixture.router, at: listener, from: "").call(method, params)
    }

    @Test func `plays its example: a new key verifies and does not sign`() async throws {
        let key = try await call(KeyPublish.self, KeyPublish.example.params).key
        #expect(key.key == KeyPublish.example.answer.key.key && key.state.rawValue == "published")
        #expect(key.missingAt == [], "this instance has read it at once")
        #expect(fixture.auth.tokens.keys.jwks.keys.count == 2)
    }

    @Test func `a key without a file is refused with the reason`() async throws {
        let missing = try #require(KeyID(.signing, 9))
        let failure = await #expect(throws: CallFailure.self) { try await call(KeyPublish.self, .init(key: missing)) }
        let fault = try #require(failure?.fault)
        #expect(fault.isKind(.keyRefused) && fault.data["reason"] == "the file of signing-9 is missing")
        #expect(try await call(KeyList.self, Nothing()).keys.count == KeyKind.ofAuth.count, "nothing was published")
    }

    @Test func `a service that reads no key files answers unavailable`() async throws {
        let other = try await AuthServiceFixture()
        let failure = await #expect(throws: CallFailure.self) {
            try await InProcessConnection(to: other.router, at: .administration, from: "").call(
                KeyPublish.self, KeyPublish.example.params)
        }
        #expect(failure?.fault?.isKind(.unavailable) == true)
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let failure = await #expect(throws: CallFailure.self) {
            try await call(KeyPublish.self, KeyPublish.example.params, at: listener)
        }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
