import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import Tokens

@testable import AuthService

@Suite struct `key.list` {
    private let fixture: AuthServiceFixture

    init() async throws { fixture = try await AuthServiceFixture(rotatesKeys: true) }

    private func call<M: Method>(_ method: M.Type, _ params: M.Params, at listener: Listener = .administration)
        async throws -> M.Answer
    {
        try await InProcessConnection(to: fixture.router, at: listener, from: "").call(method, params)
    }

    @Test func `lists the keys of the first start, which every running instance has read`() async throws {
        let answer = try await call(KeyList.self, Nothing())
        #expect(
            answer.keys.map { "\($0.key) \($0.state.rawValue)" } == [
                "hash-1 active", "index-1 active", "nonce-1 active", "seal-1 active", "signing-1 active",
            ])
        #expect(answer.keys.map(\.rows) == [0, 0, nil, 0, nil])
        #expect(answer.keys.allSatisfy { $0.missingAt.isEmpty && $0.sinceMs == fixture.clock.now })
        #expect(answer.instances == ["host-1:4711"])
    }

    @Test func `an instance that has not reported for more than 15 s is not listed`() async throws {
        fixture.clock.advance(by: .seconds(15))
        #expect(try await call(KeyList.self, Nothing()).instances == ["host-1:4711"])
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await call(KeyList.self, Nothing()).instances == [])
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let failure = await #expect(throws: CallFailure.self) {
            try await call(KeyList.self, KeyList.example.params, at: listener)
        }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
