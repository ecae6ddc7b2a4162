import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultService
import VaultStore

@Suite struct `key.activate` {
    @Test func `the key wraps new data keys, and the background pass wraps the others anew`() async throws {
        let fixture = try await VaultFixture(), alice = fixture.person(), bob = fixture.person()
        try await fixture.vault.useKeys()
        try await alice.push(alice.create("a"))
        fixture.keyFiles.make("kek-2")
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)))
        fixture.clock.advance(by: .seconds(1))
        let key = try await fixture.callAsAdministrator(KeyActivate.self, .init(key: try kek(2))).key
        #expect(key.state == Open(.active) && key.sinceMs == fixture.clock.now && key.rows == 0)
        try await bob.push(bob.create("b"))
        #expect(try await fixture.callAsAdministrator(KeyList.self, Nothing()).keys.map(\.rows) == [1, 1])
        try await fixture.vault.workOnDataKeys()
        #expect(try await fixture.callAsAdministrator(KeyList.self, Nothing()).keys.map(\.rows) == [0, 2])
        #expect(try fixture.gauge("vault_data_keys_of_former_wrapping_keys") == 0)
        #expect(try await alice.pull().items.count == 1)
    }

    @Test func `a key is refused that was not published, has no file, or that an instance has not read`() async throws {
        let fixture = try await VaultFixture()
        let reason: (KeyID) async -> String? = { await fixture.keyRefusal(KeyActivate.self, .init(key: $0)) }
        #expect(await reason(try kek(2)) == "the key file vault.kek-2.key is missing")
        fixture.keyFiles.make("kek-2")
        #expect(await reason(try kek(2)) == "kek-2 was not published: run keys publish first")
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)))
        let other = VaultInstance(fixture.id(), name: "host-2:7", keys: ["kek-1"])
        _ = try await fixture.store.report(other, at: fixture.clock.now)
        #expect(
            await reason(try kek(2)) == """
                kek-2 has not been read by host-2:7: copy its file to the key folder there, or wait 15 s if that process has \
                stopped
                """)
        #expect(try await fixture.keyStates() == ["kek-1 active", "kek-2 published"])
    }

    @Test func `a key whose file was overwritten after its publication is refused, and nothing is wrapped with it`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await fixture.vault.useKeys()
        try await person.push(person.create("a"))
        fixture.keyFiles.make("kek-2")
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)))
        let right = fixture.keyFiles["kek-2"]
        fixture.keyFiles.make("kek-2", seed: 5)
        #expect(
            await fixture.keyRefusal(KeyActivate.self, .init(key: try kek(2)))
                == "the number of kek-2 was published with another key: restore its file, or use a new number")
        try await fixture.vault.workOnDataKeys()
        let keys = try await fixture.callAsAdministrator(KeyList.self, Nothing()).keys
        #expect(keys.map(\.rows) == [1, 0] && keys.map(\.state) == [Open(.active), Open(.published)])
        fixture.keyFiles["kek-2"] = right
        #expect(await fixture.keyRefusal(KeyActivate.self, .init(key: try kek(2))) == nil)
    }

    @Test func `an instance that has not reported itself for more than 15 s is not waited for`() async throws {
        let fixture = try await VaultFixture()
        fixture.keyFiles.make("kek-2")
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)))
        let other = VaultInstance(fixture.id(), name: "host-2:7", keys: ["kek-1"])
        _ = try await fixture.store.report(other, at: fixture.clock.now)
        fixture.clock.advance(by: VaultInstance.lifetime)
        #expect(await fixture.keyRefusal(KeyActivate.self, .init(key: try kek(2)))?.contains("host-2:7") == true)
        fixture.clock.advance(by: .milliseconds(1))
        #expect(await fixture.keyRefusal(KeyActivate.self, .init(key: try kek(2))) == nil)
        #expect(try await fixture.keyStates() == ["kek-1 verifyOnly", "kek-2 active"])
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let fixture = try await VaultFixture()
        let failure = await #expect(throws: CallFailure.self) {
            try await fixture.callAsAdministrator(KeyActivate.self, .init(key: try kek(1)), at: listener)
        }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
