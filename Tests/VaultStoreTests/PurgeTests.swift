import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import VaultStore

@Suite struct PurgeTests {
    @Test func `a purge leaves the secret that another account has under the same id`() async throws {
        let fixture = try await VaultStoreFixture()
        let (id, other): (SecretID, AccountID) = (fixture.id(), fixture.id())
        try await fixture.create(id)
        _ = try await fixture.store.push(
            [fixture.op(.create, id, fixture.note("theirs"))], to: other, by: fixture.device, at: fixture.now)
        _ = try await fixture.store.purge(fixture.account, at: fixture.now)
        #expect(try await fixture.count("vault_item") == 0)
        #expect(try await fixture.store.secret(id, of: other)?.text == #"{"text":"theirs"}"#)
    }

    @Test(.requirement("K5"))
    func `the data keys of a purged account leave the memory, and no other ones`() async throws {
        let fixture = try await VaultStoreFixture()
        let other: AccountID = fixture.id(), cache = fixture.store.cache
        try await fixture.create(fixture.id())
        _ = try await fixture.store.push(
            [fixture.op(.create, fixture.id(), fixture.note("theirs"))], to: other, by: fixture.device, at: fixture.now)
        let ids = try await fixture.database.read { transaction in
            try [fixture.account, other].map { account in
                let head = try HeadRow(try #require(try transaction.first(HeadTable.select(account))))
                return DEKCache.KeyID(account: account, set: try #require(head.dekSet), version: head.dekVersion)
            }
        }
        #expect(ids.map { cache.key($0) != nil } == [true, true])
        _ = try await fixture.store.purge(fixture.account, at: fixture.now)
        #expect(ids.map { cache.key($0) != nil } == [false, true])
    }

    @Test(.requirement("K5")) func `a purge leaves no row but the account's head and the audit log`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.bring(fixture.id(), to: .deleted)
        let rev = try await fixture.create(fixture.id())
        try await fixture.push(fixture.op(.update, fixture.id(), on: rev, fixture.note("x")))
        let cursor = try await fixture.store.pull(fixture.account, from: nil, at: fixture.now).cursor
        try await fixture.acknowledge(cursor)
        let hour = DeviceHour(account: fixture.account, device: fixture.device, at: fixture.now)
        let byBackend = DeviceHour(
            account: fixture.account, device: fixture.device, backend: "https://shop.example", at: fixture.now)
        try await fixture.store.addReads([hour: 1, byBackend: 2])
        #expect(try await fixture.count("vault_backend_read") == 1)
        _ = try await fixture.store.changeWraps(
            [WrapChange(.init(keyVersion: 1, wrapID: "recovery"), base: nil, content: .init(wrapped: [1], meta: nil))],
            of: fixture.account, by: fixture.device, at: fixture.now)
        #expect(try await fixture.count("vault_wrap") == 1)
        #expect(try await fixture.count("vault_read") == 1)
        try await fixture.tamper("UPDATE vault_head SET due_at = 0")
        _ = try await fixture.store.sweep(at: fixture.now)
        #expect(try await fixture.count("vault_sighting") == 1)
        #expect(
            try await fixture.store.purge(
                fixture.account, at: fixture.now,
                truncateWriteAheadLog: { try await fixture.database.forgetDeleted() }) == 2)
        for table in [
            "vault_sighting", "vault_dek", "vault_item", "vault_version", "vault_op", "vault_device", "vault_epoch",
            "vault_read", "vault_backend_read", "vault_wrap",
        ] {
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

    @Test(.requirement("K5"))
    func `a purge that was interrupted after the keys were destroyed is completed without auth`() async throws {
        let fixture = try await VaultStoreFixture(), other: AccountID = fixture.id()
        for account in [fixture.account, other] {
            let op = fixture.op(.create, fixture.id(), fixture.note("x"))
            _ = try await fixture.store.push([op], to: account, by: fixture.device, at: fixture.now)
            let (epoch, now) = (fixture.id() as EpochID, fixture.now)
            _ = try await fixture.database.write { transaction in
                try transaction.batch([
                    HeadTable.markPurged(account, newEpoch: epoch, now: now), DEKTable.delete(account),
                ])
            }
        }
        func rows() async throws -> [Int64] {
            var counts: [Int64] = []
            for table in ["vault_item", "vault_op"] {
                let rows = try await fixture.database.select(Statement("SELECT COUNT(*) FROM \(table)"))
                counts.append(try rows[0].int(0))
            }
            return counts
        }
        #expect(try await rows() == [2, 2])
        #expect(try await fixture.store.completePurges(limit: 1) == 1)
        #expect(try await rows() == [1, 1])
        #expect(try await fixture.store.completePurges() == 1)
        #expect(try await rows() == [0, 0])
        #expect(try await fixture.store.completePurges() == 0)
    }

    @Test func `a purge whose log could not be truncated is not complete`() async throws {
        struct Full: Error {}
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        for _ in 0..<2 {
            await #expect(throws: Full.self) {
                try await fixture.store.purge(
                    fixture.account, at: fixture.now, truncateWriteAheadLog: { throw Full() })
            }
        }
        await #expect(throws: Full.self) {
            _ = try await fixture.store.completePurges(truncateWriteAheadLog: { throw Full() })
        }
        #expect(try await fixture.store.completePurges() == 1)
        #expect(try await fixture.store.completePurges() == 0)
    }

    @Test func `a complete purge and accounts that are in use are not purged again`() async throws {
        let fixture = try await VaultStoreFixture()
        try await fixture.create(fixture.id())
        try await fixture.tamper("UPDATE vault_head SET due_at = 0")
        try await fixture.store.purge(fixture.id(), at: fixture.now)
        #expect(try await fixture.store.completePurges() == 0)
        #expect(try await fixture.count("vault_item") == 1)
    }

    @Test func `purged accounts are listed in the order of their first purge`() async throws {
        let fixture = try await VaultStoreFixture()
        let accounts: [AccountID] = (0..<5).map { AccountID(bits: UInt128(9 - $0)) }
        var times: [Instant] = []
        for account in accounts {
            try await fixture.store.purge(account, at: fixture.now)
            times.append(fixture.now)
            fixture.clock.advance(by: .minutes(1))
        }
        func pages(since: Instant, limit: Int) async throws -> [AccountID] {
            var all: [AccountID] = []
            try await forEachPage { after in
                let page = try await fixture.store.purgedAccounts(since: since, after: after, limit: limit)
                all += page
                guard page.count == limit, let last = page.last else { return nil as AccountID? }
                // A purge that is repeated between two pages, as by a replay, changes nothing.
                try await fixture.store.purge(last, at: fixture.now)
                return last
            }
            return all
        }
        for limit in [1, 2, 5, 9] { #expect(try await pages(since: times[0], limit: limit) == accounts) }
        #expect(try await pages(since: times[3], limit: 2) == Array(accounts[3...]))
        #expect(try await pages(since: times[3] + .milliseconds(1), limit: 2) == Array(accounts[4...]))
    }

    @Test func `on SQLite a page of purged accounts is read by an index, without sorting`() async throws {
        let fixture = try await VaultStoreFixture(on: .sqlite)
        for after in [nil, fixture.now] {
            let page = HeadTable.selectPurged(since: fixture.now, after: after, account: fixture.account, limit: 5)
            let plan = try await fixture.database.select(
                Statement("EXPLAIN QUERY PLAN " + page.text, values: page.values))
            let steps = try plan.map { try $0.text(3) }
            #expect(
                steps.count == 1 && steps[0].hasPrefix("SEARCH") && steps[0].contains("vault_head_purged"), "\(steps)")
        }
    }

    @Test(.requirement("X17")) func `a late first push to an account purged before it was seen is refused`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        #expect(try await fixture.store.purge(fixture.account, at: fixture.now) == 0)
        await #expect(throws: VaultStoreFault.purged) { try await fixture.create(fixture.id()) }
    }

    @Test(.requirement("I12")) func `pushes racing with a purge leave nothing behind`() async throws {
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
