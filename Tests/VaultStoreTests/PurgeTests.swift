import Domain
import Primitives
import SQL
import StoreSupport
import Testing
import VaultStore

@Suite struct PurgeTests {
    @Test func `a purge leaves nothing but a head that says so`() async throws {
        let room = try await Room()
        try await room.bring(room.id(), to: .deleted)
        let rev = try await room.create(room.id())
        try await room.push(room.op(.update, room.id(), on: rev, room.note("x")))
        let place = try await room.store.pull(room.account, from: nil).place
        try await room.store.acknowledge(place, by: room.device, of: room.account)
        #expect(try await room.store.purge(room.account, truncateLog: { try await room.database.forgetDeleted() }) == 2)
        for table in ["vault_dek", "vault_item", "vault_version", "vault_op", "vault_device", "vault_epoch"] {
            #expect(try await room.count(table) == 0, "\(table)")
        }
        #expect(try await room.count("vault_head") == 1)
        #expect(try await room.store.purge(room.account) == 0)
    }

    @Test func `nothing brings a purged account to life`() async throws {
        let room = try await Room()
        try await room.create(room.id())
        let place = try await room.store.pull(room.account, from: nil).place
        try await room.store.purge(room.account)
        await #expect(throws: VaultStoreFault.purged) { try await room.create(room.id()) }
        await #expect(throws: VaultStoreFault.purged) { try await room.store.pull(room.account, from: place) }
        await #expect(throws: VaultStoreFault.purged) { try await room.store.list(room.account) }
        await #expect(throws: VaultStoreFault.purged) { try await room.store.secret(room.id(), of: room.account) }
        await #expect(throws: VaultStoreFault.purged) { try await room.store.head(of: room.account) }
        try await room.store.acknowledge(place, by: room.device, of: room.account)
        #expect(try await room.count("vault_device") == 0)
    }

    @Test func `a late first push to an account purged before it was seen is refused`() async throws {
        let room = try await Room()
        #expect(try await room.store.purge(room.account) == 0)
        await #expect(throws: VaultStoreFault.purged) { try await room.create(room.id()) }
    }

    @Test func `pushes racing with a purge leave nothing behind`() async throws {
        for round in 0..<10 {
            let room = try await Room(seed: UInt64(round) + 1)
            let ops: [SecretOp] = (0..<32).map { room.op(.create, room.id(), room.note("\($0)")) }
            await withTaskGroup(of: Void.self) { group in
                for (turn, op) in ops.enumerated() {
                    group.addTask { _ = try? await room.push(op) }
                    if turn == round * 3 { group.addTask { _ = try? await room.store.purge(room.account) } }
                }
            }
            #expect(try await room.count("vault_item") == 0)
            #expect(try await room.count("vault_dek") == 0)
            #expect(try await room.count("vault_op") == 0)
        }
    }

    @Test func `another instance with the key in its cache sees the purge`() async throws {
        let room = try await Room()
        let other = try await room.reopened()
        let id: SecretID = room.id()
        try await room.create(id)
        #expect(try await other.secret(id, of: room.account)?.text == #"{"text":"first"}"#)
        try await room.store.purge(room.account)
        await #expect(throws: VaultStoreFault.purged) { try await other.secret(id, of: room.account) }
        await #expect(throws: VaultStoreFault.purged) { try await other.pull(room.account, from: nil) }
    }
}
