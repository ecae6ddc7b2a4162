import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import Tokens

@testable import AuthService

@Suite struct `key.retire` {
    private let fixture: AuthServiceFixture

    init() async throws { fixture = try await AuthServiceFixture(rotatesKeys: true) }

    private func call<M: Method>(_ method: M.Type, _ params: M.Params, at listener: Listener = .administration)
        async throws -> M.Answer
    {
        try await InProcessConnection(to: fixture.router, at: listener, from: "").call(method, params)
    }

    @Test func `plays its example: a key that was only published is retired at once`() async throws {
        _ = try await call(KeyPublish.self, .init(key: KeyRetire.example.params.key))
        let key = try await call(KeyRetire.self, KeyRetire.example.params).key
        #expect(key.key == KeyRetire.example.answer.key.key && key.state.rawValue == "retired")
        #expect(fixture.auth.tokens.keys.jwks.keys.count == 1)
    }

    @Test func `the active key is refused`() async throws {
        let failure = await #expect(throws: CallFailure.self) {
            try await call(KeyRetire.self, .init(key: try #require(KeyID(.signing, 1))))
        }
        let fault = try #require(failure?.fault)
        #expect(fault.isKind(.keyRefused) && fault.data["reason"] == "signing-1 is active")
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let failure = await #expect(throws: CallFailure.self) {
            try await call(KeyRetire.self, KeyRetire.example.params, at: listener)
        }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
