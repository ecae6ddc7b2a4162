import Cryptography
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// A data key is renewed without a change that a device could see, and the former one is destroyed.
@Suite struct DataKeyTests {
    /// An account with a secret with former versions, of which one had been in the trash, one in the trash and a tombstone.
    private func filled(_ fixture: VaultStoreFixture) async throws {
        let id: SecretID = fixture.id()
        var rev = try await fixture.create(id, "0")
        for turn in 1...4 {
            // A move to the trash and back raises the rev of the body that becomes a former one.
            if turn == 3 {
                try await fixture.push(fixture.op(.trash, id, on: rev))
                try await fixture.push(fixture.op(.restore, id, on: rev + 1))
                rev += 2
            }
            guard
                case .applied(let next) = try await fixture.push(
                    fixture.op(.update, id, on: rev, fixture.note("\(turn)")))
            else { throw Unexpected(what: "an update was not applied") }
            rev = next
        }
        for state in [.trashed, .deleted, .live] as [SecretState] { try await fixture.bring(fixture.id(), to: state) }
    }

    @Test
    func `a former body is compared with those of its own account, although another one has an item of the same id`()
        async throws
    {
        let fixture = try await VaultStoreFixture(), id: SecretID = fixture.id(), other: AccountID = fixture.id()
        try await fixture.create(id, "0")
        try await fixture.push(fixture.op(.trash, id, on: 1))
        try await fixture.push(fixture.op(.restore, id, on: 2))
        try await fixture.push(fixture.op(.update, id, on: 3, fixture.note("1")))
        let ops =
            [fixture.op(.create, id, fixture.note("a"))]
            + ([1, 2] as [Int64]).map { fixture.op(.update, id, on: $0, fixture.note("\($0)")) }
        for op in ops { _ = try await fixture.store.push([op], to: other, by: fixture.device, at: fixture.now) }
        #expect(try await fixture.store.renewDataKey(of: fixture.account, at: fixture.now))
        let outcome = try await fixture.resealAll()
        #expect(outcome.destroyed == 1 && outcome.unreadable == 0)
    }

    /// The sealed bodies of items under a data key.
    private func sealedForms(by version: Int64, _ fixture: VaultStoreFixture) async throws -> [[UInt8]] {
        try await fixture.database.select(
            Statement("SELECT sealed FROM vault_item WHERE dek_version = $1 AND sealed IS NOT NULL", .integer(version))
        ).map { try $0.bytes(0) }
    }

    @Test(.requirement("K2"))
    func `new bodies use the new key, the others are sealed anew, and no rev, number, time or cursor changes`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        try await filled(fixture)
        let page = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now)
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        let items = try await fixture.everything(), stored = try await forms(fixture)
        fixture.clock.advance(by: .seconds(5))
        #expect(try await fixture.store.renewDataKey(of: fixture.account, at: fixture.now))
        #expect(try await fixture.dataKeys() == [1, 2])
        #expect(try await fixture.sealingVersions() == [1])
        #expect(try await fixture.everything() == items)
        #expect(try await fixture.resealAll().destroyed == 1)
        #expect(try await fixture.dataKeys() == [2])
        #expect(try await fixture.sealingVersions() == [2])
        #expect(try await fixture.everything() == items)
        let after = try await fixture.store.head(of: fixture.account, at: fixture.now)
        #expect(after.seq == head.seq && after.touchedAt == head.touchedAt && after.bytes == head.bytes)
        #expect(after.historyBytes == head.historyBytes && after.epoch == head.epoch)
        let next = try await fixture.store.pull(fixture.account, from: page.cursor, at: fixture.now)
        #expect(next.items.isEmpty)
        #expect(Set(try await forms(fixture)).isDisjoint(with: stored), "no sealed form is left as it was")
        let fresh = try await fixture.reopened()
        #expect(try await fresh.pull(fixture.account, from: nil, at: fixture.now).items == items)
        try await fixture.create(fixture.id())
        #expect(try await fixture.sealingVersions() == [2])
        #expect(try await fixture.store.renewDataKey(of: fixture.account, at: fixture.now))
        try await fixture.create(fixture.id(), "under the newest key")
        let newest = try await sealedForms(by: 3, fixture)
        try await fixture.resealAll()
        #expect(try await Set(sealedForms(by: 3, fixture)).isSuperset(of: newest), "these are not sealed again")
        #expect(try await formerTexts(fixture) == ["0", "1", "2", "3"])
    }

    @Test func `a body written between two chunks is sealed with the new key, and the chunks go on`() async throws {
        let fixture = try await VaultStoreFixture()
        for turn in 0..<7 { try await fixture.create(fixture.id(), "\(turn)") }
        try await fixture.store.renewDataKey(of: fixture.account, at: fixture.now)
        let first = try await fixture.store.reseal(fixture.account, limit: 3)
        #expect(try await fixture.sealingVersions() == [1, 2])
        try await fixture.create(fixture.id(), "7")
        var position = try #require(first.next)
        while let next = try await fixture.store.reseal(fixture.account, after: position, limit: 3).next {
            position = next
        }
        #expect(try await fixture.dataKeys() == [2])
        #expect(try await fixture.sealingVersions() == [2])
        #expect(try await fixture.everything().map(\.text) == (0...7).map { #"{"text":"\#($0)"}"# })
    }

    @Test(arguments: [(49, 1), (50, 2), (51, 2)])
    func `a chunk has at most 50 bodies`(bodies: Int, chunks: Int) async throws {
        let fixture = try await VaultStoreFixture()
        for _ in 0..<bodies { try await fixture.create(fixture.id()) }
        try await fixture.store.renewDataKey(of: fixture.account, at: fixture.now)
        #expect(try await fixture.resealAll().chunks == chunks)
        #expect(try await fixture.dataKeys() == [2])
    }

    @Test func `the key set gets another name with each new key and with each destruction`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        var names = [try await fixture.keySet()]
        for _ in 0..<2 {
            try await fixture.store.renewDataKey(of: fixture.account, at: fixture.now)
            names.append(try await fixture.keySet())
            try await fixture.resealAll()
            names.append(try await fixture.keySet())
            try await fixture.resealAll()
            #expect(try await fixture.keySet() == names.last, "a pass that destroys nothing renames nothing")
        }
        #expect(Set(names).count == 5)
    }

    @Test func `an instance with the destroyed key in its cache reads and writes with the new one`() async throws {
        let instances = try await VaultStoreFixture.twoInstances()
        try await instances[1].create(instances[1].id(), "1")
        _ = try await instances[1].everything()
        try await instances[0].store.renewDataKey(of: instances[0].account, at: instances[0].now)
        try await instances[0].resealAll()
        try await instances[1].create(instances[1].id(), "2")
        #expect(try await instances[0].everything().map(\.text) == [#"{"text":"1"}"#, #"{"text":"2"}"#])
        #expect(try await instances[1].everything().map(\.text) == [#"{"text":"1"}"#, #"{"text":"2"}"#])
        #expect(try await instances[0].sealingVersions() == [2])
    }

    @Test func `a body that cannot be decrypted keeps its data key, and the others are sealed anew`() async throws {
        let fixture = try await VaultStoreFixture()
        for turn in 0..<3 { try await fixture.create(fixture.id(), "\(turn)") }
        let row = try await fixture.database.select(Statement("SELECT sealed FROM vault_item WHERE rev = 2"))[0]
        let sealed = try row.bytes(0)
        var damaged = sealed
        damaged[20] ^= 1
        try await fixture.tamper("UPDATE vault_item SET sealed = $1 WHERE rev = 2", .bytes(damaged))
        try await fixture.store.renewDataKey(of: fixture.account, at: fixture.now)
        let outcome = try await fixture.resealAll()
        #expect(outcome.unreadable == 1 && outcome.destroyed == 0)
        #expect(try await fixture.dataKeys() == [1, 2])
        #expect(try await fixture.everything().map { $0.body == .unreadable } == [false, true, false])
        try await fixture.tamper("UPDATE vault_item SET sealed = $1 WHERE rev = 2", .bytes(sealed))
        #expect(try await fixture.resealAll().destroyed == 1)
        #expect(try await fixture.everything().map(\.text) == (0..<3).map { #"{"text":"\#($0)"}"# })
    }

    @Test func `a former body that cannot be decrypted is counted, and keeps its data key`() async throws {
        let fixture = try await VaultStoreFixture(), id: SecretID = fixture.id()
        try await fixture.create(id, "0")
        for rev: Int64 in 1...2 { try await fixture.push(fixture.op(.update, id, on: rev, fixture.note("\(rev)"))) }
        let sealed = try await fixture.database.select(Statement("SELECT sealed FROM vault_version WHERE rev = 1"))[0]
        var damaged = try sealed.bytes(0)
        damaged[20] ^= 1
        try await fixture.tamper("UPDATE vault_version SET sealed = $1 WHERE rev = 1", .bytes(damaged))
        try await fixture.store.renewDataKey(of: fixture.account, at: fixture.now)
        let outcome = try await fixture.resealAll()
        #expect(outcome.unreadable == 1 && outcome.destroyed == 0)
        #expect(try await fixture.dataKeys() == [1, 2])
    }

    @Test func `the order for all accounts renews each key once, and a later order renews it again`() async throws {
        let fixture = try await VaultStoreFixture(), store = fixture.store
        let accounts = (0..<5).map { _ in fixture.id() as AccountID }.sorted { $0.bits < $1.bits }
        for account in accounts {
            _ = try await store.push(
                [fixture.op(.create, fixture.id(), fixture.note("x"))], to: account, by: fixture.device, at: fixture.now
            )
        }
        _ = try await store.head(of: fixture.account, at: fixture.now)
        #expect(try await store.dataKeyProgress() == DataKeyProgress(waiting: 0, former: 0))
        try await store.orderDataKeys(at: fixture.now)
        #expect(try await store.dataKeyProgress() == DataKeyProgress(waiting: 5, former: 0))
        let page = try await store.accountsWithEarlierDataKeys(after: nil, limit: 2)
        #expect(page.map(\.account) == Array(accounts.prefix(2)))
        let rest = try await store.accountsWithEarlierDataKeys(after: page.last, limit: 9)
        #expect(rest.map(\.account) == Array(accounts.dropFirst(2)))
        for account in accounts {
            #expect(try await store.renewDataKey(of: account, at: fixture.now, ifEarlier: true))
            #expect(try await store.renewDataKey(of: account, at: fixture.now, ifEarlier: true) == false)
        }
        #expect(try await store.dataKeyProgress() == DataKeyProgress(waiting: 0, former: 5))
        #expect(try await store.accountsWithFormerDataKeys(after: accounts[1], limit: 2) == Array(accounts[2...3]))
        for account in accounts { _ = try await store.reseal(account) }
        #expect(try await store.dataKeyProgress() == DataKeyProgress(waiting: 0, former: 0))
        try await store.orderDataKeys(at: fixture.now)
        #expect(try await store.dataKeyProgress() == DataKeyProgress(waiting: 5, former: 0))
    }

    @Test func `an account without a data key, an unknown one and a purged one get none`() async throws {
        let fixture = try await VaultStoreFixture(), store = fixture.store
        #expect(try await store.renewDataKey(of: fixture.account, at: fixture.now) == false)
        _ = try await store.head(of: fixture.account, at: fixture.now)
        #expect(try await store.renewDataKey(of: fixture.account, at: fixture.now) == false)
        try await fixture.create(fixture.id())
        try await store.renewDataKey(of: fixture.account, at: fixture.now)
        try await store.purge(fixture.account, at: fixture.now)
        #expect(try await store.renewDataKey(of: fixture.account, at: fixture.now) == false)
        #expect(try await fixture.resealAll().destroyed == 0)
        #expect(try await fixture.count("vault_dek") == 0)
    }

    /// Every sealed form of the account.
    private func forms(_ fixture: VaultStoreFixture) async throws -> [[UInt8]] {
        let select = Statement(
            "SELECT sealed FROM vault_item WHERE sealed IS NOT NULL UNION ALL SELECT sealed FROM vault_version")
        return try await fixture.database.select(select).map { try $0.bytes(0) }
    }

    /// The texts of the former bodies of the account, decrypted with the wrapping key of the sample.
    private func formerTexts(_ fixture: VaultStoreFixture) async throws -> [String] {
        let keys = try await fixture.database.select(Statement("SELECT version, wrapped FROM vault_dek"))
        let version = try keys[0].int(0)
        let dek = try AESGCM.open(
            try keys[0].bytes(1), key: KeyRing.sampleWrapping,
            aad: LengthPrefixed.encode(
                "latchkey/dek/1", Array("kek-1".utf8), fixture.account.bytes, Self.bytes(version)))
        let rows = try await fixture.database.select(
            Statement("SELECT id, kind, schema, body_rev, dek_version, sealed FROM vault_version ORDER BY body_rev"))
        return try rows.map { row in
            let data = LengthPrefixed.encode(
                "latchkey/item/1", fixture.account.bytes, try row.bytes(0), Array(try row.text(1).utf8),
                Self.bytes(try row.int(2)), Self.bytes(try row.int(3)), Self.bytes(try row.int(4)))
            let body = try AESGCM.open(try row.bytes(5), key: try #require(Key256(dek)), aad: data)
            return String(decoding: body, as: UTF8.self).filter(\.isNumber)
        }
    }

    private static func bytes(_ number: Int64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}
