import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import Tokens

@testable import AuthService

@Suite struct `key.activate` {
    private let fixture: AuthServiceFixture

    init() async throws { fixture = try await AuthServiceFixture(rotatesKeys: true) }

    private func call<M: Method>(_ method: M.Type, _ params: M.Params, at listener: Listener = .administration)
        async throws -> M.Answer
    {
        try await InProcessConnection(to: fixture.router, at: listener, from: "").call(method, params)
    }

    private let two = KeyID(.signing, 2)

    @Test func `plays its example: the key signs, and the former one verifies`() async throws {
        _ = try await call(KeyPublish.self, .init(key: KeyActivate.example.params.key))
        fixture.clock.advance(by: .seconds(600))
        try await fixture.auth.keyRotation?.refresh(at: fixture.auth.now)
        let key = try await call(KeyActivate.self, KeyActivate.example.params).key
        #expect(key.key == KeyActivate.example.answer.key.key && key.state.rawValue == "active")
        let states = try await call(KeyList.self, Nothing()).keys.map { "\($0.key) \($0.state.rawValue)" }
        #expect(
            states == [
                "hash-1 active", "index-1 active", "nonce-1 active", "seal-1 active", "signing-1 verifyOnly",
                "signing-2 active",
            ])
    }

    @Test func `a signing key is refused within its lead of 600 s, a nonce key is not`() async throws {
        let key = try #require(two), nonce = try #require(KeyID(.nonce, 2))
        _ = try await call(KeyPublish.self, .init(key: key))
        _ = try await call(KeyPublish.self, .init(key: nonce))
        #expect(try await call(KeyActivate.self, .init(key: nonce)).key.state.rawValue == "active")
        fixture.clock.advance(by: .milliseconds(598_001))
        let failure = await #expect(throws: CallFailure.self) { try await call(KeyActivate.self, .init(key: key)) }
        let fault = try #require(failure?.fault)
        #expect(fault.isKind(.keyRefused) && fault.data["reason"] == "signing-2 can be changed in 2 s")
    }

    @Test func `a key whose file is missing is refused with the reason`() async throws {
        let missing = try #require(KeyID(.signing, 9))
        let failure = await #expect(throws: CallFailure.self) { try await call(KeyActivate.self, .init(key: missing)) }
        #expect(failure?.fault?.data["reason"] == "the file of signing-9 is missing")
    }

    @Test func `a key that was not published is refused`() async throws {
        let failure = await #expect(throws: CallFailure.self) {
            try await call(KeyActivate.self, KeyActivate.example.params)
        }
        #expect(failure?.fault?.data["reason"] == "signing-2 was not published: run keys publish first")
    }

    @Test func `a key whose file holds another key than the published one is refused`() async throws {
        let key = try #require(KeyID(.seal, 2))
        _ = try await fixture.store.publish(key, fingerprint: [9], at: fixture.auth.now)
        let failure = await #expect(throws: CallFailure.self) { try await call(KeyActivate.self, .init(key: key)) }
        #expect(
            failure?.fault?.data["reason"]
                == "the number of seal-2 was published with another key: restore its file, or use a new number")
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let failure = await #expect(throws: CallFailure.self) {
            try await call(KeyActivate.self, KeyActivate.example.params, at: listener)
        }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
