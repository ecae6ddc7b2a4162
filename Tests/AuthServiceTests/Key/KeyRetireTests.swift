import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
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

    @Test func `no key of a kind is retired while the file of the active one holds another key`() async throws {
        let seal = try #require(KeyID(.seal, 2)), hash = try #require(KeyID(.hash, 2))
        for key in [seal, hash] { _ = try await call(KeyPublish.self, .init(key: key)) }
        #expect(try await fixture.auth.keyFileProblems().isEmpty)
        _ = try await fixture.database.write {
            try $0.run(
                Statement("UPDATE row_key SET fingerprint = $1 WHERE kind = 'seal' AND number = 1", .bytes([9])))
        }
        let failure = await #expect(throws: CallFailure.self) { try await call(KeyRetire.self, .init(key: seal)) }
        let line = "the file of the key seal-1 holds another key: restore it"
        #expect(failure?.fault?.isKind(.keyRefused) == true && failure?.fault?.data["reason"] == .string(line))
        #expect(try await fixture.auth.keyFileProblems() == [line])
        #expect(try await call(KeyRetire.self, .init(key: hash)).key.state.rawValue == "retired")
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let failure = await #expect(throws: CallFailure.self) {
            try await call(KeyRetire.self, KeyRetire.example.params, at: listener)
        }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
