import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// A data key is used only while the database that it was read from still contains it.
@Suite struct KeyCacheTests {
    @Test func `after a shared commit of two first pushes has failed, no later push uses the key that it lost`()
        async throws
    {
        let shared = SharedCommit(try await StoreLocation(VaultSchema.migrations).open())
        let fixture = try await VaultStoreFixture(on: shared, random: SeededRandom(seed: 1).random)
        shared.failNextTwoWritesTogether()
        async let first = fixture.push(fixture.op(.create, fixture.id(), fixture.note("1")))
        async let second = fixture.push(fixture.op(.create, fixture.id(), fixture.note("2")))
        let lost = (try? await first, try? await second)
        #expect(lost.0 == nil && lost.1 == nil)
        for text in ["3", "4", "5"] { try await fixture.create(fixture.id(), text) }
        try await expectReadable(["3", "4", "5"], in: fixture)
    }

    @Test func `after the tail with a data key is gone, no later push uses that key`() async throws {
        let fixture = try await VaultStoreFixture()
        _ = try await fixture.store.head(of: fixture.account, at: fixture.now)
        for text in ["1", "2", "3"] { try await fixture.create(fixture.id(), text) }
        for table in ["vault_dek", "vault_item", "vault_op"] { try await fixture.tamper("DELETE FROM \(table)") }
        try await fixture.tamper(
            """
            UPDATE vault_head SET seq = 0, dek_version = 0, dek_set = NULL, items = 0, bytes = 0, operations = 0
            """)
        for text in ["4", "5", "6"] { try await fixture.create(fixture.id(), text) }
        try await expectReadable(["4", "5", "6"], in: fixture)
    }

    @Test func `a key set without a name, left by the previous version, gets one with the next push`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id(), "1")
        try await fixture.tamper("UPDATE vault_head SET dek_set = NULL")
        #expect(try await fixture.everything().map(\.text) == [#"{"text":"1"}"#])
        try await fixture.create(fixture.id(), "2")
        let names = try await fixture.database.select(Statement("SELECT dek_set FROM vault_head"))
        #expect(try names[0].bytes(0).count == 8)
        try await expectReadable(["1", "2"], in: fixture)
    }

    @Test func `the key set gets another name with each data key`() async throws {
        let fixture = try await VaultStoreFixture()
        var names: Set<[UInt8]> = []
        for _ in 0..<3 {
            try await fixture.create(fixture.id())
            names.insert(try await fixture.database.select(Statement("SELECT dek_set FROM vault_head"))[0].bytes(0))
            for table in ["vault_dek", "vault_item"] { try await fixture.tamper("DELETE FROM \(table)") }
            try await fixture.tamper("UPDATE vault_head SET dek_version = 0")
        }
        #expect(names.count == 3)
    }

    @Test(arguments: [(Duration.seconds(60) - .milliseconds(1), true), (.seconds(60), false)])
    func `a data key is cached for less than 60 s`(age: Duration, isCached: Bool) async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id(), "1")
        try await fixture.tamper("DELETE FROM vault_dek")
        fixture.clock.advance(by: age)
        #expect(try await fixture.everything().map(\.text) == [isCached ? #"{"text":"1"}"# : nil])
    }

    /// Opens another store on the same database, as after a restart, and compares the texts it reads.
    private func expectReadable(_ texts: [String], in fixture: VaultStoreFixture) async throws {
        let fresh = try await fixture.reopened()
        for store in [fixture.store, fresh] {
            let page = try await store.pull(fixture.account, from: nil, at: fixture.now)
            #expect(page.items.map(\.text) == texts.map { #"{"text":"\#($0)"}"# })
        }
    }
}
