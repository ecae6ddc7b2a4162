import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultService

@Suite struct `key.retire` {
    @Test func `a former key is retired when no data key needs it, and its file may go`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await fixture.vault.useKeys()
        try await person.push(person.create("a"))
        fixture.keyFiles.make("kek-2")
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)))
        #expect(await fixture.keyRefusal(KeyRetire.self, .init(key: try kek(1))) == "kek-1 is active")
        _ = try await fixture.callAsAdministrator(KeyActivate.self, .init(key: try kek(2)))
        #expect(
            await fixture.keyRefusal(KeyRetire.self, .init(key: try kek(1)))
                == "kek-1 is needed by 1 rows: keys list shows how many are left")
        try await fixture.vault.workOnDataKeys()
        let key = try await fixture.callAsAdministrator(KeyRetire.self, .init(key: try kek(1))).key
        #expect(key.state == Open(.retired) && key.rows == nil && key.missingAt == [])
        fixture.keyFiles["kek-1"] = nil
        try await fixture.vault.refreshKeys()
        #expect(fixture.vault.keyProblem == nil && fixture.vault.damagedKeyFiles == 0)
        #expect(try await person.pull().items.count == 1)
    }

    @Test func `a key that was published by mistake is retired at once`() async throws {
        let fixture = try await VaultFixture()
        fixture.keyFiles.make("kek-2")
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)))
        _ = try await fixture.callAsAdministrator(KeyRetire.self, .init(key: try kek(2)))
        #expect(try await fixture.keyStates() == ["kek-1 active", "kek-2 retired"])
    }

    @Test func `the former key is kept while the file of the active one is missing or wrong`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await fixture.vault.useKeys()
        try await person.push(person.create("a"))
        fixture.keyFiles.make("kek-2")
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)))
        _ = try await fixture.callAsAdministrator(KeyActivate.self, .init(key: try kek(2)))
        try await fixture.vault.workOnDataKeys()
        let right = fixture.keyFiles["kek-2"]
        for wrong in [nil, fixture.keyFiles["kek-1"]] {
            fixture.keyFiles["kek-2"] = wrong
            #expect(
                await fixture.keyRefusal(KeyRetire.self, .init(key: try kek(1))) == """
                    the file of kek-2, which is active, is missing or wrong at host-1:1: restore it there, or wait 15 s if \
                    that process has stopped
                    """)
            #expect(try await fixture.vault.keyFileProblems().count == 1)
        }
        #expect(try await fixture.keyStates() == ["kek-1 verifyOnly", "kek-2 active"])
        fixture.keyFiles["kek-2"] = right
        _ = try await fixture.callAsAdministrator(KeyRetire.self, .init(key: try kek(1)))
        #expect(try await fixture.vault.keyFileProblems().isEmpty)
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let fixture = try await VaultFixture()
        let failure = await #expect(throws: CallFailure.self) {
            try await fixture.callAsAdministrator(KeyRetire.self, .init(key: try kek(1)), at: listener)
        }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
