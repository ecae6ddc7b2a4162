import Cryptography
import Domain
import Foundation
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// What was deleted is in no byte of the live files, and in a backup only as long as its wrapping key exists.
@Suite struct ShreddingTests {
    private let location: StoreLocation
    private let fixture: VaultStoreFixture

    init() async throws {
        location = try await StoreLocation(VaultSchema.migrations, on: .sqlite)
        fixture = try await VaultStoreFixture(on: try await location.open(), random: SeededRandom(seed: 4).random)
        let id: SecretID = fixture.id()
        var rev = try await fixture.create(id, "0")
        for turn in 1...12 {
            let outcome = try await fixture.push(fixture.op(.update, id, on: rev, fixture.note("\(turn)")))
            guard case .applied(let next) = outcome else { throw Unexpected(what: "\(outcome)") }
            rev = next
        }
        for state in [.trashed, .live] as [SecretState] { try await fixture.bring(fixture.id(), to: state) }
    }

    /// The beginnings of what is secret or refers to content: sealed bodies, former ones, wrapped keys and keyed hashes.
    private func traces() async throws -> [[UInt8]] {
        let columns = [
            ("vault_item", "sealed"), ("vault_version", "sealed"), ("vault_dek", "wrapped"),
            ("vault_item", "content_mac"),
            ("vault_version", "content_mac"), ("vault_op", "request_mac"), ("vault_item", "id"),
            ("vault_head", "dek_set"),
        ]
        var found: [[UInt8]] = []
        for (table, column) in columns {
            let select = Statement(
                "SELECT \(column) FROM \(table) WHERE account = $1 AND \(column) IS NOT NULL",
                .identifier(fixture.account))
            found += try await fixture.database.select(select).map { Array(try $0.bytes(0).prefix(16)) }
        }
        return found
    }

    /// How many of the traces are in the files of the database, its write-ahead log included.
    private func count(_ traces: [[UInt8]]) throws -> Int {
        let files = try [location.address, location.address + "-wal"].map {
            try Data(contentsOf: URL(fileURLWithPath: $0))
        }
        return traces.count { trace in files.contains { $0.range(of: Data(trace)) != nil } }
    }

    @Test(.requirement("K5"))
    func `after a purge no byte of the live files is left of bodies, former bodies, data keys and hashes`() async throws
    {
        let traces = try await traces()
        #expect(traces.count > 40)
        #expect(try count(traces) == traces.count, "the scan finds what is there")
        try await fixture.store.purge(
            fixture.account, at: fixture.now, truncateWriteAheadLog: { try await fixture.database.forgetDeleted() })
        #expect(try count(traces) == 0)
    }

    @Test func `after the renewal of a data key no byte of the former key and of what it sealed is left`() async throws
    {
        let select = Statement(
            "SELECT sealed FROM vault_item WHERE sealed IS NOT NULL UNION ALL SELECT sealed FROM vault_version")
        let sealed = try await fixture.database.select(select).map { Array(try $0.bytes(0).prefix(16)) }
        let keys = try await fixture.database.select(Statement("SELECT wrapped FROM vault_dek")).map { try $0.bytes(0) }
        try await fixture.store.renewDataKey(of: fixture.account, at: fixture.now)
        try await fixture.resealAll()
        try await fixture.database.forgetDeleted()
        #expect(try count(sealed + keys) == 0)
        #expect(try await fixture.everything().count == 3)
    }

    @Test func `after data keys are wrapped anew no byte of their former wrapped form is left`() async throws {
        let wrapped = try await fixture.database.select(Statement("SELECT wrapped FROM vault_dek")).map {
            try $0.bytes(0)
        }
        #expect(try count(wrapped) == 1)
        try await fixture.makeActive("kek-2")
        try await fixture.rewrapAll("kek-1")
        try await fixture.database.forgetDeleted()
        #expect(try count(wrapped) == 0)
    }

    @Test(.requirement("X16"))
    func `a backup cannot be opened once the wrapping key of its time is destroyed, and the database can`()
        async throws
    {
        let backup = location.address + ".backup"
        try fixture.database.backUp(to: backup)
        try await fixture.makeActive("kek-2")
        try await fixture.rewrapAll("kek-1")
        #expect(try await fixture.store.retireWrappingKey("kek-1", at: fixture.now).isDone)
        try await fixture.store.purge(fixture.account, at: fixture.now)
        // From here on the file of kek-1 is gone.
        _ = try await fixture.reopened(keys: .holding("kek-2"))
        let copy = try await StoreLocation(VaultSchema.migrations, at: backup, on: .sqlite).open()
        await #expect(throws: WrongVaultKey.missing("kek-1")) {
            try await VaultStore.open(
                copy, keys: .holding("kek-2"), steady: fixture.clock.steady, random: fixture.random)
        }
        let row = try await copy.select(Statement("SELECT wrapped FROM vault_dek"))[0].bytes(0)
        for id in ["kek-1", "kek-2"] {
            let data = LengthPrefixed.encode(
                "latchkey/dek/1", Array(id.utf8), fixture.account.bytes, [0, 0, 0, 0, 0, 0, 0, 1])
            #expect((try? AESGCM.open(row, key: SampleKEK.key("kek-2"), aad: data)) == nil)
        }
        let whole = try await VaultStore.open(
            copy, keys: .holding("kek-1"), steady: fixture.clock.steady, random: fixture.random)
        #expect(
            try await whole.pull(fixture.account, from: nil, at: fixture.now).items.count == 3, "with the key it opens")
    }
}
