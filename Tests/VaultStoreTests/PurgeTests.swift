import Domain
import Primitives
import SQL
import StoreSupport
import Testing
import VaultStore

@Suite struct PurgeTests {
    @Test func `a purge leaves no row but the account's head`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.bring(fixture.id(), to: .deleted)
        let rev = try await fixture.create(fixture.id())
        try await fixture.push(fixture.op(.update, fixture.id(), on: rev, fixture.note("x")))
        let cursor = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        try await fixture.acknowledge(cursor)
        #expect(
            try await fixture.store.purge(
                fixture.account, at: fixture.now,
                truncateWriteAheadLog: { try await fixture.database.forgetDeleted() }) == 2)
        for table in ["vault_dek", "vault_item", "vault_version", "vault_op", "vault_device", "vault_epoch"] {
            #expect(try await fixture.count(table) == 0, "\(table)")
        }
        #expect(try await fixture.count("vault_head") == 1)
        #expect(try await fixture.store.purge(fixture.account, at: fixture.now) == 0)
    }

    @Test func `a purged account refuses reads and writes`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        let cursor = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        try await fixture.store.purge(fixture.account, at: fixture.now)
        await #expect(throws: VaultStoreFault.purged) { try await fixture.create(fixture.id()) }
        await #expect(throws: VaultStoreFault.purged) {
            try await fixture.store.pull(fixture.account, from: cursor, at: fixture.now)
        }
        await #expect(throws: VaultStoreFault.purged) { try await fixture.store.list(fixture.account) }
        await #expect(throws: VaultStoreFault.purged) {
            try await fixture.store.secret(fixture.id(), of: fixture.account)
        }
        await #expect(throws: VaultStoreFault.purged) {
            try await fixture.store.head(of: fixture.account, at: fixture.now)
        }
        try await fixture.acknowledge(cursor)
        #expect(try await fixture.count("vault_device") == 0)
    }

    @Test func `a late first push to an account purged before it was seen is refused`() async throws {
        let fixture = try await VaultStoreFixture()
        #expect(try await fixture.store.purge(fixture.account, at: fixture.now) == 0)
        await #expect(throws: VaultStoreFault.purged) { try await fixture.create(fixture.id()) }
    }

    @Test func `pushes racing with a purge leave nothing behind`() async throws {
        for round in 0..<10 {
            let fixture = try await VaultStoreFixture(seed: UInt64(round) + 1)
            let ops: [SecretOp] = (0..<32).map { fixture.op(.create, fixture.id(), fixture.note("\($0)")) }
            await withTaskGroup(of: Void.self) { group in
                for (turn, op) in ops.enumerated() {
                    group.addTask { _ = try? await fixture.push(op) }
                    if turn == round * 3 {
                        group.addTask { _ = try? await fixture.store.purge(fixture.account, at: fixture.now) }
                    }
                }
            }
            #expect(try await fixture.count("vault_item") == 0)
            #expect(try await fixture.count("vault_dek") == 0)
            #expect(try await fixture.count("vault_op") == 0)
        }
    }

    @Test func `another instance with the key in its cache sees the purge`() async throws {
        let fixture = try await VaultStoreFixture()
        let other = try await fixture.reopened()
        let id: SecretID = fixture.id()
        try await fixture.create(id)
        #expect(try await other.secret(id, of: fixture.account)?.text == #"{"text":"first"}"#)
        try await fixture.store.purge(fixture.account, at: fixture.now)
        await #expect(throws: VaultStoreFault.purged) { try await other.secret(id, of: fixture.account) }
        await #expect(throws: VaultStoreFault.purged) {
            try await other.pull(fixture.account, from: nil, at: fixture.now)
        }
    }
}
