import Audit
import Contracts
import Domain
import JSONRPC
import Logging
import Primitives
import SQL
import StrictJSON
import Support
import Testing
import VaultService

@Suite struct `dataKey.rotate` {
    @Test func `plays its example: one account has a new key, and the former one is left until the pass`() async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        let before = try await person.pull()
        var (params, example) = DataKeyRotate.example
        params.accountId = person.account
        #expect(try await fixture.callAsAdministrator(DataKeyRotate.self, params) == example)
        try await fixture.vault.workOnDataKeys()
        example.former = 0
        #expect(try await fixture.callAsAdministrator(DataKeyState.self, Nothing()) == example)
        let after = try await person.pull()
        #expect(after.items == before.items)
        #expect(fixture.counted("vault_data_keys_destroyed_total") == 1)
        #expect(try fixture.gauge("vault_data_keys_former") == 0)
    }

    @Test func `every account gets a new key in the background`() async throws {
        let fixture = try await VaultFixture(), people = (0..<3).map { _ in fixture.person() }
        for person in people { try await person.push(person.create("a")) }
        #expect(
            try await fixture.callAsAdministrator(DataKeyRotate.self, .init()) == DataKeyView(waiting: 3, former: 0))
        try await fixture.vault.workOnDataKeys()
        #expect(
            try await fixture.callAsAdministrator(DataKeyState.self, Nothing()) == DataKeyView(waiting: 0, former: 0))
        #expect(fixture.counted("vault_data_keys_destroyed_total") == 3)
        for person in people { #expect(try await person.pull().items.count == 1) }
    }

    @Test(.requirement("L1")) func `leaves a row about the one account, or about the order for all`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        try await person.push(person.create("a"))
        _ = try await fixture.callAsAdministrator(DataKeyRotate.self, .init(accountId: person.account))
        fixture.clock.advance(by: .milliseconds(1))
        _ = try await fixture.callAsAdministrator(DataKeyRotate.self, .init())
        _ = await fixture.keyRefusal(DataKeyRotate.self, .init(accountId: AccountID(bits: 5)))
        try await fixture.vault.workOnDataKeys()
        #expect(
            try await fixture.auditWords() == ["key dataKeyRenewed administrator", "key dataKeysOrdered administrator"])
        #expect(try await fixture.auditRows().map(\.account) == [person.account, nil])
    }

    @Test func `an account without a data key is refused`() async throws {
        let fixture = try await VaultFixture(), account = AccountID(bits: 5)
        let reason = await fixture.keyRefusal(DataKeyRotate.self, .init(accountId: account))
        #expect(reason == "the vault has no data key of the account \(account)")
    }

    @Test func `an account with a damaged body is logged once in an hour, and the others are done`() async throws {
        let fixture = try await VaultFixture(), alice = fixture.person(), bob = fixture.person()
        for person in [alice, bob] { try await person.push(person.create("a")) }
        try await fixture.tamper(
            "UPDATE vault_item SET sealed = $2 WHERE account = $1", .identifier(alice.account),
            .bytes(Array(repeating: 0, count: 60)))
        _ = try await fixture.callAsAdministrator(DataKeyRotate.self, .init())
        for _ in 0..<3 { try await fixture.vault.workOnDataKeys() }
        #expect(
            try await fixture.callAsAdministrator(DataKeyState.self, Nothing()) == DataKeyView(waiting: 0, former: 1))
        #expect(fixture.log.messages(.error).count == 1)
        fixture.clock.advance(by: .hours(1))
        try await fixture.vault.workOnDataKeys()
        #expect(fixture.log.messages(.error).count == 2)
    }

    @Test(arguments: [Listener.public, .internal])
    func `is served only at the administration socket`(listener: Listener) async throws {
        let fixture = try await VaultFixture()
        let failure = await #expect(throws: CallFailure.self) {
            try await fixture.callAsAdministrator(DataKeyRotate.self, .init(), at: listener)
        }
        #expect(failure?.fault?.name == "methodNotFound")
    }
}
