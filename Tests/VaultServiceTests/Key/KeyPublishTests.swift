import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultService

@Suite struct `key.publish` {
    @Test func `a new key is known to this instance at once and wraps nothing`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await fixture.vault.useKeys()
        fixture.keyFiles.make("kek-2")
        let key = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2))).key
        #expect(key.state == Open(.published) && key.missingAt == [] && key.rows == 0)
        try await person.push(person.create("a"))
        let keys = try await fixture.callAsAdministrator(KeyList.self, Nothing()).keys
        #expect(keys.map(\.rows) == [1, 0])
    }

    @Test func `a key without a file, and one of another kind, are refused with the reason`() async throws {
        let fixture = try await VaultFixture(), signing = try #require(KeyID(.signing, 2))
        #expect(
            await fixture.keyRefusal(KeyPublish.self, .init(key: try kek(2)))
                == "the key file vault.kek-2.key is missing")
        #expect(
            await fixture.keyRefusal(KeyPublish.self, .init(key: signing))
                == "signing-2 is a key of auth: the wrapping keys of the vault are kek-1 and so on")
        for refusal in [
            await fixture.keyRefusal(KeyActivate.self, .init(key: signing)),
            await fixture.keyRefusal(KeyRetire.self, .init(key: signing)),
        ] {
            #expect(refusal?.hasPrefix("signing-2 is a key of auth") == true)
        }
        #expect(try await fixture.keyStates() == ["kek-1 active"])
    }

    @Test func `a number that was published with another key is refused`() async throws {
        let fixture = try await VaultFixture()
        fixture.keyFiles.make("kek-2")
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)))
        fixture.keyFiles.make("kek-2", seed: 78)
        let reason = await fixture.keyRefusal(KeyPublish.self, .init(key: try kek(2)))
        #expect(reason?.hasPrefix("the number of kek-2 was published with another key") == true)
    }

    @Test func `a copy of another key's file is refused, because its rotation would make nothing unreadable`()
        async throws
    {
        let fixture = try await VaultFixture()
        fixture.keyFiles["kek-2"] = fixture.keyFiles["kek-1"]
        #expect(
            await fixture.keyRefusal(KeyPublish.self, .init(key: try kek(2))) == """
                the file of kek-2 holds the same key as kek-1, and a change to it would protect nothing: remove the file, and \
                publish a number that has no file yet
                """)
        #expect(try await fixture.keyStates() == ["kek-1 active"])
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let fixture = try await VaultFixture()
        let failure = await #expect(throws: CallFailure.self) {
            try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)), at: listener)
        }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
