import Cryptography
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

@Suite struct SealingTests {
    @Test func `the stored body does not contain the text of the secret`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id(), "JBSWY3DPEHPK3PXP")
        let rows = try await fixture.database.read {
            try $0.run(Statement("SELECT sealed, content_mac FROM vault_item"))
        }
        let sealed = try rows[0].bytes(0)
        #expect(!String(decoding: sealed, as: UTF8.self).contains("JBSWY3DPEHPK3PXP"))
        #expect(sealed.count == #"{"text":"JBSWY3DPEHPK3PXP"}"#.utf8.count + AESGCM.overhead)
    }

    @Test(.requirement("K1"))
    func `a body is bound to account, item, kind, schema, rev and data key in the form of the database's format`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        for _ in 0..<2 { try await fixture.create(fixture.id(), "x") }
        let (keys, items) = try await fixture.database.read { transaction in
            (
                try transaction.run(Statement("SELECT wrapped FROM vault_dek WHERE version = 1")),
                try transaction.run(Statement("SELECT id, kind, schema, body_rev, dek_version, sealed FROM vault_item"))
            )
        }
        let (account, one) = (fixture.account.bytes, [0, 0, 0, 0, 0, 0, 0, 1] as [UInt8])
        let dek = try AESGCM.open(
            try keys[0].bytes(0), key: KeyRing.sampleWrapping,
            aad: LengthPrefixed.encode("latchkey/dek/1", Array("kek-1".utf8), account, one))
        for row in items {
            let numbers = try [2, 3, 4].map { column in
                withUnsafeBytes(of: try row.int(column).bigEndian) { Array($0) }
            }
            let data = LengthPrefixed.encode(
                "latchkey/item/1", account, try row.bytes(0), Array(try row.text(1).utf8), numbers[0], numbers[1],
                numbers[2])
            let body = try AESGCM.open(try row.bytes(5), key: try #require(Key256(dek)), aad: data)
            #expect(String(decoding: body, as: UTF8.self) == #"{"text":"x"}"#)
        }
    }

    @Test(.requirement("K1")) func `a body with a flipped bit is listed as unreadable, and the others are decrypted`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        let ids: [SecretID] = (0..<3).map { _ in fixture.id() }
        for id in ids { try await fixture.create(id) }
        let row = try await fixture.database.read {
            try $0.run(Statement("SELECT sealed FROM vault_item WHERE rev = 2"))
        }
        var sealed = try row[0].bytes(0)
        sealed[20] ^= 4
        try await fixture.tamper("UPDATE vault_item SET sealed = $1 WHERE rev = 2", .bytes(sealed))
        let items = try await fixture.everything()
        #expect(items.map(\.id) == ids && items.map(\.rev) == [1, 2, 3])
        #expect(items.map { $0.body == .unreadable } == [false, true, false])
        #expect(try await fixture.push(fixture.op(.trash, ids[1], on: 2)) == .applied(rev: 4))
        #expect(try await fixture.push(fixture.op(.delete, ids[1], on: 4)) == .applied(rev: 5))
    }

    @Test(.requirement("K1"), arguments: ["account", "id", "kind", "schema", "body_rev"])
    func `a sealed body cannot be decrypted as another row`(column: String) async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.create(id)
        let other: AccountID = fixture.id()
        switch column {
        case "account":
            for table in ["vault_head", "vault_item", "vault_dek"] {
                try await fixture.tamper("UPDATE \(table) SET account = $1", .bytes(other.bytes))
            }
            let moved = try await fixture.reopened()
            #expect(try await moved.secret(id, of: other)?.body == .unreadable)
            return
        case "id":
            let second: SecretID = fixture.id()
            try await fixture.tamper("UPDATE vault_item SET id = $1", .bytes(second.bytes))
            #expect(try await fixture.store.secret(second, of: fixture.account)?.body == .unreadable)
            return
        case "kind": try await fixture.tamper("UPDATE vault_item SET kind = 'otp'")
        case "schema": try await fixture.tamper("UPDATE vault_item SET schema = 2")
        case _: try await fixture.tamper("UPDATE vault_item SET body_rev = 9")
        }
        #expect(try await fixture.store.secret(id, of: fixture.account)?.body == .unreadable)
    }

    @Test(.requirement("K2")) func `a wrapped data key moved to another account cannot be unwrapped`() async throws {
        let fixture = try await VaultStoreFixture()
        let (id, theirs): (SecretID, AccountID) = (fixture.id(), fixture.id())
        try await fixture.create(id)
        _ = try await fixture.store.push(
            [fixture.op(.create, id, fixture.note("x"))], to: theirs, by: fixture.device, at: fixture.now)
        try await fixture.tamper(
            "UPDATE vault_dek SET wrapped = (SELECT wrapped FROM vault_dek WHERE account = $1) WHERE account = $2",
            .bytes(theirs.bytes), .bytes(fixture.account.bytes))
        let fresh = try await fixture.reopened()
        #expect(try await fresh.secret(id, of: fixture.account)?.body == .unreadable)
        await #expect(throws: VaultStoreFault.keyUnreadable(fixture.account)) {
            try await fresh.push(
                [fixture.op(.create, fixture.id(), fixture.note("y"))], to: fixture.account, by: fixture.device,
                at: fixture.now)
        }
    }

    @Test func `a missing wrapping key is reported as such, not as an unreadable secret`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        try await fixture.tamper("UPDATE vault_dek SET kek = 'kek-0'")
        let fresh = try await fixture.reopened()
        await #expect(throws: VaultStoreFault.keyMissing("kek-0")) {
            try await fresh.pull(fixture.account, from: nil, at: fixture.now)
        }
    }

    @Test(.requirement("K4"))
    func `at the start a missing key file is named, and a wrong one is refused`() async throws {
        let fixture = try await VaultStoreFixture()
        let missing = await #expect(throws: WrongVaultKey.self) {
            try await fixture.reopened(keys: .sample(7, kek: "kek-2"))
        }
        #expect(
            missing?.description
                == "the key file vault.kek-1.key is missing and this database needs it: restore it from its safe copy")
        let other = await #expect(throws: WrongVaultKey.self) { try await fixture.reopened(keys: .sample(8)) }
        #expect(other?.description.contains("does not hold the key that this database was written with") == true)
        _ = try await fixture.reopened()
    }

    @Test func `a second wrapping key may be held without being used`() async throws {
        let fixture = try await VaultStoreFixture()
        let first = KeyRing.sample()
        let second = Key256.generate(fixture.random)
        let store = try await fixture.reopened(keys: first.joined(by: .init("kek-2", second)))
        _ = try await store.push(
            [fixture.op(.create, fixture.id(), fixture.note("x"))], to: fixture.account, by: fixture.device,
            at: fixture.now)
        let rows = try await fixture.database.read { try $0.run(Statement("SELECT kek FROM vault_dek")) }
        #expect(try rows.map { try $0.text(0) } == ["kek-1"])
    }

    @Test func `of the wrapping keys that an empty database gets, the first one is used`() async throws {
        let database = try await StoreLocation(VaultSchema.migrations).open()
        let keys = KeyRing.sample().joined(by: .init("kek-0", .generate(SeededRandom(seed: 9).random)))
        let fixture = try await VaultStoreFixture(
            on: CountedDatabase(database, statementsPerWrite: 100), keys: keys, random: SeededRandom(seed: 1).random)
        try await fixture.create(fixture.id())
        let rows = try await database.read { try $0.run(Statement("SELECT kek FROM vault_dek")) }
        #expect(try rows.map { try $0.text(0) } == ["kek-1"])
    }

    @Test func `a data key made by a push that was undone is not used again`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        let ops = [fixture.op(.create, id, fixture.note("one")), fixture.op(.create, id, fixture.note("two"))]
        await #expect(throws: Unexpected.self) {
            try await fixture.store.push(ops, to: fixture.account, by: fixture.device, at: fixture.now) {
                throw Unexpected(what: "revoked")
            }
        }
        let outcomes = try await fixture.store.push(ops, to: fixture.account, by: fixture.device, at: fixture.now)
            .outcomes
        #expect(outcomes.map(\.word) == ["applied", "conflict"])
        let later: SecretID = fixture.id()
        try await fixture.create(later, "three")
        let fresh = try await fixture.reopened()
        #expect(try await fresh.secret(id, of: fixture.account)?.text == #"{"text":"one"}"#)
        #expect(try await fresh.secret(later, of: fixture.account)?.text == #"{"text":"three"}"#)
    }
}
