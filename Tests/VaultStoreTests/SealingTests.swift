import Cryptography
import Domain
import Primitives
import SQL
import Testing
import VaultStore

@Suite struct SealingTests {
    @Test func `neither a name nor a body is readable in the file`() async throws {
        let room = try await Room()
        try await room.create(room.id(), "JBSWY3DPEHPK3PXP")
        let rows = try await room.database.read { try $0.run(Statement("SELECT sealed, content_mac FROM vault_item")) }
        let sealed = try rows[0].bytes(0)
        #expect(!String(decoding: sealed, as: UTF8.self).contains("JBSWY3DPEHPK3PXP"))
        #expect(sealed.count == #"{"text":"JBSWY3DPEHPK3PXP"}"#.utf8.count + AESGCM.overhead)
    }

    @Test func `a flipped bit is told in place, and the others are read`() async throws {
        let room = try await Room()
        let ids: [SecretID] = (0..<3).map { _ in room.id() }
        for id in ids { try await room.create(id) }
        let row = try await room.database.read {
            try $0.run(Statement("SELECT sealed FROM vault_item WHERE rev = 2"))
        }
        var sealed = try row[0].bytes(0)
        sealed[20] ^= 4
        try await room.tamper("UPDATE vault_item SET sealed = $1 WHERE rev = 2", .bytes(sealed))
        let items = try await room.everything()
        #expect(items.map(\.id) == ids && items.map(\.rev) == [1, 2, 3])
        #expect(items.map { $0.body == .unreadable } == [false, true, false])
        #expect(try await room.push(room.op(.trash, ids[1], on: 2)) == .applied(rev: 4))
        #expect(try await room.push(room.op(.delete, ids[1], on: 4)) == .applied(rev: 5))
    }

    @Test(arguments: ["account", "id", "kind", "schema", "body_rev"])
    func `a sealed body opens nowhere else`(column: String) async throws {
        let room = try await Room()
        let id: SecretID = room.id()
        try await room.create(id)
        let other: AccountID = room.id()
        switch column {
        case "account":
            for table in ["vault_head", "vault_item", "vault_dek"] {
                try await room.tamper("UPDATE \(table) SET account = $1", .bytes(other.bytes))
            }
            let moved = try await room.reopened()
            #expect(try await moved.secret(id, of: other)?.body == .unreadable)
            return
        case "id":
            let second: SecretID = room.id()
            try await room.tamper("UPDATE vault_item SET id = $1", .bytes(second.bytes))
            #expect(try await room.store.secret(second, of: room.account)?.body == .unreadable)
            return
        case "kind": try await room.tamper("UPDATE vault_item SET kind = 'otp'")
        case "schema": try await room.tamper("UPDATE vault_item SET schema = 2")
        case _: try await room.tamper("UPDATE vault_item SET body_rev = 9")
        }
        #expect(try await room.store.secret(id, of: room.account)?.body == .unreadable)
    }

    @Test func `a wrapped key moved to another account does not open`() async throws {
        let room = try await Room()
        let (id, theirs): (SecretID, AccountID) = (room.id(), room.id())
        try await room.create(id)
        _ = try await room.store.push([room.op(.create, id, room.note("x"))], to: theirs, by: room.device)
        try await room.tamper(
            "UPDATE vault_dek SET wrapped = (SELECT wrapped FROM vault_dek WHERE account = $1) WHERE account = $2",
            .bytes(theirs.bytes), .bytes(room.account.bytes))
        let fresh = try await room.reopened()
        #expect(try await fresh.secret(id, of: room.account)?.body == .unreadable)
        await #expect(throws: VaultStoreFault.keyUnreadable) {
            try await fresh.push([room.op(.create, room.id(), room.note("y"))], to: room.account, by: room.device)
        }
    }

    @Test func `a missing wrapping key is not an unreadable secret`() async throws {
        let room = try await Room()
        try await room.create(room.id())
        try await room.tamper("UPDATE vault_dek SET kek = 'kek-0'")
        let fresh = try await room.reopened()
        await #expect(throws: VaultStoreFault.keyMissing("kek-0")) { try await fresh.pull(room.account, from: nil) }
    }

    @Test func `a key file that is missing or wrong is named at the start`() async throws {
        let room = try await Room()
        await #expect(throws: VaultStoreFault.wrongKey("The file of key kek-1 is missing; this database needs it.")) {
            try await room.reopened(keys: .sample(7, kek: "kek-2"))
        }
        await #expect(throws: VaultStoreFault.self) { try await room.reopened(keys: .sample(8)) }
        _ = try await room.reopened()
    }

    @Test func `a second wrapping key may be brought without being used`() async throws {
        let room = try await Room()
        let first = KeyRing.sample()
        let second = Key256.generate(room.random)
        let store = try await room.reopened(keys: first.joined(by: .init("kek-2", second)))
        _ = try await store.push([room.op(.create, room.id(), room.note("x"))], to: room.account, by: room.device)
        let rows = try await room.database.read { try $0.run(Statement("SELECT kek FROM vault_dek")) }
        #expect(try rows.map { try $0.text(0) } == ["kek-1"])
    }

    @Test func `a data key made by a push that was undone is not used again`() async throws {
        let room = try await Room()
        let id: SecretID = room.id()
        let ops = [room.op(.create, id, room.note("one")), room.op(.create, id, room.note("two"))]
        await #expect(throws: Unexpected.self) {
            try await room.store.push(ops, to: room.account, by: room.device) { throw Unexpected(what: "revoked") }
        }
        let outcomes = try await room.store.push(ops, to: room.account, by: room.device).outcomes
        #expect(outcomes.map(\.word) == ["applied", "conflict"])
        let later: SecretID = room.id()
        try await room.create(later, "three")
        let fresh = try await room.reopened()
        #expect(try await fresh.secret(id, of: room.account)?.text == #"{"text":"one"}"#)
        #expect(try await fresh.secret(later, of: room.account)?.text == #"{"text":"three"}"#)
    }
}
