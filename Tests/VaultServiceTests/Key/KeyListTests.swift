import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultService

@Suite struct `key.list` {
    @Test func `lists the wrapping keys with the data keys that need each, and the instances that lack one`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await fixture.vault.useKeys()
        try await person.push(person.create("a"))
        fixture.keyFiles.make("kek-2")
        _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(2)))
        fixture.keyFiles["kek-2"] = nil
        try await fixture.vault.refreshKeys()
        let answer = try await fixture.callAsAdministrator(KeyList.self, Nothing())
        #expect(answer.instances == ["host-1:1"])
        #expect(
            answer.keys.map { "\($0.key) \($0.state.rawValue) \($0.rows ?? -1)" } == [
                "kek-1 active 1", "kek-2 published 0",
            ])
        #expect(answer.keys.map(\.missingAt) == [[], ["host-1:1"]])
        #expect(answer.keys.allSatisfy { $0.sinceMs == fixture.clock.now })
    }

    @Test func `the keys are in the order of their numbers, not of their names`() async throws {
        let fixture = try await VaultFixture()
        for number in [10, 9, 2] {
            fixture.keyFiles.make("kek-\(number)")
            _ = try await fixture.callAsAdministrator(KeyPublish.self, .init(key: try kek(number)))
        }
        let keys = try await fixture.callAsAdministrator(KeyList.self, Nothing()).keys
        #expect(keys.map(\.key.number) == [1, 2, 9, 10])
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let fixture = try await VaultFixture()
        let failure = await #expect(throws: CallFailure.self) {
            try await fixture.callAsAdministrator(KeyList.self, Nothing(), at: listener)
        }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
