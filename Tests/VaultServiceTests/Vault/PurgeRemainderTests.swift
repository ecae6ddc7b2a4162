import AuditService
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import StoreSupport
import StrictJSON
import Support
import Testing
import VaultService
import VaultStore

/// What is left of an account after its purge, in every column of every table that the schema has.
@Suite struct `What is left of a purged account` {
    /// The tables that never refer to an account, each with the reason.
    static let impersonal = [
        "vault_introduction": "assertions of the auth service", "vault_key": "one row for each key",
        "vault_key_round": "one row", "vault_instance": "one row for each running process",
        "audit_chain": "one row", "vault_sweep": "one row", "sweep_sighting": "times alone", "vault_time": "one row",
        "generation": "one row for each restore",
        "lineage": "one row",
        "schema_migration": "one row for each migration",
    ]

    static let remainders = [
        Remainder("vault_head", ["account"], "no late push may bring the account to life"),
        Remainder("audit", ["account", "device"], "the log names the account and its devices by random identifiers"),
    ]

    @Test(.requirement("I12", "D2"))
    func `only the head and the audit log refer to the account, and nobody else loses a row`()
        async throws
    {
        let fixture = try await VaultFixture(), alice = fixture.person(), bob = fixture.person()
        let both = [alice, alice.onAnotherDevice(), bob, bob.onAnotherDevice()]
        for person in both { try await store(person) }
        try await fixture.beginGeneration()
        for person in both { _ = try await person.pull(try await person.pull().cursor) }
        await fixture.vault.writeAcknowledgements()
        await fixture.vault.writeReads()
        fixture.clock.advance(by: .days(30))
        try await fixture.vault.followOnce()
        await fixture.vault.sweep()
        await fixture.vault.writeReads()
        for person in both {
            _ = try await person.pull()
            let backend = try person.token(audiences: ["vault"], scope: [.secretsRead], party: "https://shop.example")
            _ = try await person.call(VaultPull.self, .init(), token: backend)
        }
        await fixture.vault.writeReads()
        try await fixture.vault.audit.chain()

        let before = try await fixture.database.rows(), tables = try await fixture.database.tables()
        let (values, others) = (try await values(of: alice), try await values(of: bob))
        for person in [values, others] {
            let filled = person.rows(of: before).map(\.table)
            #expect(Set(tables).subtracting(filled).sorted() == Self.impersonal.keys.sorted())
        }
        _ = try await alice.pull(try await alice.pull().cursor)
        let purge = VaultPurge.Params(accountId: alice.account, requestId: fixture.id())
        _ = try await fixture.authClient.call(VaultPurge.self, purge)
        var after = try await fixture.database.rows()
        #expect(after.unexpected(of: values, besides: Self.remainders) == [])
        #expect(Set(others.rows(of: after)) == Set(others.rows(of: before)))

        // A cursor that was presented before the purge, and the sweeper, bring nothing back.
        await fixture.vault.writeAcknowledgements()
        await fixture.vault.writeReads()
        fixture.clock.advance(by: .days(1))
        await fixture.vault.sweep()
        after = try await fixture.database.rows()
        #expect(after.unexpected(of: values, besides: Self.remainders) == [])
        #expect(Set(values.rows(of: after).map(\.table)) == ["audit", "vault_head"])
    }

    @Test func `while the host's clock is not believed, nothing is swept`() async throws {
        let fixture = try await VaultFixture(), alice = fixture.person()
        try await store(alice)
        fixture.clock.advance(by: .days(30))
        fixture.clockStanding.isBelieved = false
        await fixture.vault.sweep()
        #expect(try await fixture.database.select(Statement("SELECT 1 FROM vault_sighting")).isEmpty)
        fixture.clockStanding.isBelieved = true
        await fixture.vault.sweep()
        #expect(try await fixture.database.select(Statement("SELECT 1 FROM vault_sighting")).count == 1)
    }

    /// Gives a person a row in every table that a push writes to: a secret with a former version, one in the trash,
    /// and a tombstone.
    private func store(_ person: VaultPerson) async throws {
        let ops = ["kept", "trashed", "deleted"].map { person.create($0) }
        for op in ops { try await person.push(op) }
        _ = try await person.call(VaultKeys.self, VaultKeys.example.params)
        let page = try await person.pull()
        for (op, type) in zip(ops, [SecretOperation.update, .trash, .delete]) {
            let rev = try #require(page.items.first { $0.id == op.id }).rev
            try await person.push(
                PushOp(
                    opId: person.fixture.id(), type: type, id: op.id, base: ItemBase(epoch: page.epoch, rev: rev),
                    knownSeq: 0, body: type == .update ? ["text": "changed"] : nil))
        }
    }

    /// Every value by which a row can refer to the account.
    private func values(of person: VaultPerson) async throws -> PersonalValues {
        var values = PersonalValues()
        values.insert(person.account.bytes)
        values.insert("\(person.account)")
        for (table, column) in [
            ("vault_device", "device"), ("vault_item", "id"), ("vault_item", "content_mac"), ("vault_op", "op_id"),
            ("vault_op", "request_mac"), ("vault_dek", "wrapped"), ("vault_head", "dek_set"),
        ] {
            let select = Statement(
                "SELECT \(column) FROM \(table) WHERE account = $1 AND \(column) IS NOT NULL",
                .identifier(person.account))
            for row in try await person.fixture.database.select(select) { values.insert(try row.bytes(0)) }
        }
        return values
    }
}
