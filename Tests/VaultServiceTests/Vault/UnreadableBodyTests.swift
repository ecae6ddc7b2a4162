import Contracts
import Domain
import JSONRPC
import Logging
import Primitives
import StrictJSON
import Support
import Testing

@testable import VaultService

/// Bodies that cannot be decrypted: whoever meets one, it is counted and logged, so that an alarm is raised.
@Suite struct UnreadableBodyTests {
    /// Calls that open the present body of an item. The item has the revs 1 and 2.
    private static let calls: [(String, @Sendable (VaultPerson, SecretChange) async throws -> Void)] = [
        ("vault.pull", { person, _ in _ = try await person.pull() }),
        ("vault.sync", { person, _ in _ = try await person.call(VaultSync.self, .init(ops: [])) }),
        (
            "vault.push",
            { person, item in
                let update = PushOp(
                    opId: person.fixture.id(), type: .update, id: item.id, base: ItemBase(epoch: item.epoch, rev: 1),
                    knownSeq: 2, body: SecretAdd.example.params.body)
                let results = try await person.push(update, update.again(by: person))
                #expect(results.map(\.outcome) == [.conflict, .conflict])
            }
        ),
        ("vault.history", { person, item in _ = try await person.call(VaultHistory.self, .init(id: item.id)) }),
        (
            "vault.restore",
            { person, item in
                let params = VaultRestore.Params(id: item.id, rev: 1, base: ItemBase(epoch: item.epoch, rev: 1))
                try await person.expectRefused(.conflict, VaultRestore.self, params)
            }
        ),
        ("vault.import", { person, _ in try await person.add(try ImportedFile.text(1)) }),
        ("vault.import", { person, _ in try await person.add(try ImportedFile.text(1), dryRun: true) }),
        (
            "vault.export",
            { person, _ in try await person.expectRefused(.itemUnreadable, VaultExport.self, .init(format: "csv")) }
        ),
        ("secret.list", { person, _ in _ = try await person.call(SecretList.self, .init(reveal: true)) }),
        (
            "secret.code",
            { person, item in try await person.expectRefused(.itemUnreadable, SecretCode.self, .init(id: item.id)) }
        ),
        (
            "secret.edit",
            { person, item in
                let params = SecretEdit.Params(id: item.id, body: SecretAdd.example.params.body, rev: 1)
                try await person.expectRefused(.conflict, SecretEdit.self, params)
            }
        ),
        (
            "dataKey.rotate",
            { person, _ in
                _ = try await person.fixture.callAsAdministrator(DataKeyRotate.self, .init(accountId: person.account))
                for _ in 0..<2 { try await person.fixture.vault.workOnDataKeys() }
            }
        ),
    ]

    @Test(.requirement("U4"), arguments: calls.indices)
    func `a present body that cannot be decrypted is counted and logged once, whichever method meets it`(index: Int)
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let item = try await `vault.history`.edited(person)
        try await fixture.damageBody(rev: 2)
        let (name, call) = Self.calls[index]
        try await call(person, item)
        #expect(fixture.counted("vault_items_unreadable_total") == 1, "\(name)")
        #expect(fixture.log.messages(.error).count == 1, "\(name)")
    }

    @Test(.requirement("U4"))
    func `a former body that cannot be decrypted is counted and logged with its rev when it is restored`() async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person()
        let item = try await `vault.history`.edited(person)
        try await fixture.tamper("UPDATE vault_version SET schema = 2")
        let params = VaultRestore.Params(id: item.id, rev: 1, base: ItemBase(epoch: item.epoch, rev: item.rev))
        try await person.expectRefused(.itemUnreadable, VaultRestore.self, params)
        #expect(fixture.counted("vault_items_unreadable_total") == 1)
        #expect(fixture.log.entries.filter { $0.level == .error }.map { $0.metadata["rev"] } == ["1"])
    }
}

extension PushOp {
    /// The same change as another operation.
    fileprivate func again(by person: VaultPerson) -> PushOp {
        var op = self
        op.opId = person.fixture.id()
        return op
    }
}
