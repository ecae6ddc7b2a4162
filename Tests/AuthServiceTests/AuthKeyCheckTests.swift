import AuthService
import AuthStore
import Contracts
import Cryptography
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct AuthKeyCheckTests {
    private static let random = SeededRandom(seed: 3).random
    private let right = AuthKeys(
        index: .generate(random), seal: .generate(random), hash: .generate(random), nonces: [.generate(random)],
        audit: .generate(random))

    private func exchanged(_ file: String) -> AuthKeys {
        let other = Key256.generate(Self.random)
        return AuthKeys(
            index: file == "auth.index.key" ? other : right.index, seal: file == "auth.seal.key" ? other : right.seal,
            hash: file == "auth.hash.key" ? other : right.hash, nonces: [other],
            audit: file == "auth.session-handle.key" ? other : right.audit)
    }

    @Test(arguments: ["auth.index.key", "auth.seal.key", "auth.hash.key", "auth.session-handle.key"])
    func `an exchanged key is named, and the right ones are accepted again`(file: String) async throws {
        let store = try await AuthServiceFixture().store
        try await AuthKeyCheck(keys: right).run(on: store)
        try await AuthKeyCheck(keys: right).run(on: store)
        let fault = await #expect(throws: WrongKey.self) {
            try await AuthKeyCheck(keys: exchanged(file)).run(on: store)
        }
        #expect(fault?.file == file)
        #expect(fault?.description.contains("\n") == false)
        try await AuthKeyCheck(keys: right).run(on: store)
    }

    @Test func `the check of a database that has every canary writes nothing`() async throws {
        let fixture = try await AuthServiceFixture()
        try await AuthKeyCheck(keys: right).run(on: fixture.store)
        let refusing = CountedDatabase(fixture.database, statementsPerWrite: 0)
        try await AuthKeyCheck(keys: right).run(on: AuthStore(refusing))
    }

    @Test func `nothing is added to a database that has some canaries if a key is not the one of its canary`()
        async throws
    {
        let fixture = try await AuthServiceFixture()
        try await AuthKeyCheck(keys: right).run(on: fixture.store)
        _ = try await fixture.database.write { try $0.run(Statement("DELETE FROM auth_key WHERE id <> 'auth.seal'")) }
        let fault = await #expect(throws: WrongKey.self) {
            try await AuthKeyCheck(keys: exchanged("auth.seal.key")).run(on: fixture.store)
        }
        #expect(fault?.file == "auth.seal.key")
        #expect(try await fixture.count("auth_key") == 1)
        try await AuthKeyCheck(keys: right).run(on: fixture.store)
        #expect(try await fixture.count("auth_key") == 4)
    }

    @Test func `the key of nonces may be exchanged`() async throws {
        let store = try await AuthServiceFixture().store
        try await AuthKeyCheck(keys: right).run(on: store)
        try await AuthKeyCheck(keys: exchanged("auth.nonce.key")).run(on: store)
    }

    @Test func `a database without canaries is tested with a stored number before it gets them`() async throws {
        let fixture = try await AuthServiceFixture()
        try await fixture.client().register(fixture)
        for file in ["auth.seal.key", "auth.index.key"] {
            await #expect(throws: WrongKey.self) {
                try await AuthKeyCheck(keys: exchanged(file)).run(on: fixture.store)
            }
        }
        #expect(try await fixture.count("auth_key") == 0)
        try await AuthKeyCheck(keys: fixture.keys).run(on: fixture.store)
        #expect(try await fixture.count("auth_key") == 4)
        await #expect(throws: WrongKey.self) { try await AuthKeyCheck(keys: right).run(on: fixture.store) }
    }
}
