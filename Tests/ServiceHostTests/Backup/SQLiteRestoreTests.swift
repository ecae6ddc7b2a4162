import Foundation
import Primitives
import SQL
import SQLite
import Support
import Testing

@testable import ServiceHost

/// Copies and restores of real files.
@Suite struct SQLiteRestoreTests {
    private let fixture = TimelineFixture()
    private var path: String { fixture.path }
    private var copy: String { fixture.copy }

    private func backUp(_ database: any Database, to target: String) throws {
        try #require(database as? SQLiteDatabase).backup(
            to: target, mark: { try StoredTimeline.markForNewGeneration(at: Instant(ms: 1), in: $0) },
            progress: { _ in })
    }

    private func restore(
        _ copy: String, migrations: [Migration] = TimelineFixture.migrations,
        checkKeys: (any Database) async throws -> Void = { _ in }
    ) async throws -> String? {
        try await SQLiteRestore(path: path, copy: copy, now: Instant(ms: 42)).run(migrations, checkKeys: checkKeys).kept
    }

    /// Writes 1, copies, and writes 2.
    private func prepare() async throws {
        let service = try await fixture.start()
        try await TimelineFixture.write(1, to: service.database)
        try backUp(service.database, to: copy)
        try await TimelineFixture.write(2, to: service.database)
        await service.close()
    }

    @Test func `a copy of an open database is restored, begins a generation, and the former file is kept`() async throws
    {
        try await prepare()
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try await restore(copy) == path + ".before-restore-42")
        let service = try await fixture.start()
        #expect(try await TimelineFixture.marks(in: service.database) == [1])
        #expect(try await TimelineFixture.generation(of: service.database) == 1)
        await service.close()
        let kept = try SQLiteDatabase.open(path: path + ".before-restore-42")
        #expect(try await TimelineFixture.marks(in: kept) == [1, 2])
        await kept.close()
        #expect(FileManager.default.fileExists(atPath: copy))
        #expect(!FileManager.default.fileExists(atPath: path + ".restoring"))
    }

    @Test func `a symbolic link to the database stays, and the file that it leads to is replaced`() async throws {
        try await prepare()
        let link = fixture.folder + "/link.sqlite"
        symlink(path, link)
        let restoring = SQLiteRestore(path: link, copy: copy, now: Instant(ms: 42))
        let service = try await fixture.start()
        await #expect(throws: SQLFault.self) { _ = try await restoring.run(TimelineFixture.migrations) { _ in } }
        await service.close()
        #expect(try await restoring.run(TimelineFixture.migrations) { _ in }.kept == path + ".before-restore-42")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
        #expect(!FileManager.default.fileExists(atPath: link + ".lock"))
        let restored = try await fixture.start()
        #expect(try await TimelineFixture.marks(in: restored.database) == [1])
        await restored.close()
    }

    @Test func `a copy that is started without restore begins a generation too`() async throws {
        try await prepare()
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
        try FileManager.default.copyItem(atPath: copy, toPath: path)
        let service = try await fixture.start()
        #expect(try await TimelineFixture.generation(of: service.database) == 1)
        await service.close()
    }

    @Test func `an existing target is refused and stays as it is`() async throws {
        let service = try await fixture.start()
        #expect(SmallFile.replace(copy, with: [7]))
        #expect(throws: SQLFault.self) { try backUp(service.database, to: copy) }
        #expect(SmallFile.read(copy) == [7])
        let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
        #expect(!left.contains { $0.contains("draft") })
        await service.close()
    }

    @Test func `files beside the target that are named like drafts stay as they are`() async throws {
        let service = try await fixture.start()
        let others = ["", "-2-wal", "-abcdef"].map { copy + ".draft" + $0 }
        for other in others { #expect(SmallFile.replace(other, with: [7])) }
        try backUp(service.database, to: copy)
        for other in others { #expect(SmallFile.read(other) == [7]) }
        let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder).filter { $0.contains("draft") }
        #expect(left.count == others.count)
        await service.close()
    }

    @Test func `a copy of an earlier schema version is restored and migrated`() async throws {
        try await prepare()
        let next = Migration(id: 5, name: "one more", statements: ["CREATE TABLE later (id BIGINT PRIMARY KEY)"])
        _ = try await restore(copy, migrations: TimelineFixture.migrations + [next])
        let restored = try SQLiteDatabase.open(path: path)
        #expect(try await restored.select(Statement("SELECT id FROM later")).isEmpty)
        #expect(try await TimelineFixture.marks(in: restored) == [1])
        await restored.close()
    }

    @Test func `a table that does not belong in a copy is named with its letters, digits and underscores only`()
        async throws
    {
        try await prepare()
        let changed = try SQLiteDatabase.open(path: copy)
        _ = try await changed.write {
            try $0.run(Statement("CREATE TABLE \"my_2nd\u{1b}[31m\n(table)\" (id BIGINT PRIMARY KEY)"))
        }
        await changed.close()
        let fault = await #expect(throws: SettingsFault.self) { _ = try await restore(copy) }
        #expect(fault?.description.contains("(table my_2nd31mtable)") == true, "\(String(describing: fault))")
    }

    @Test func `of several differences in a copy the first by name is in the refusal`() async throws {
        try await prepare()
        let changed = try SQLiteDatabase.open(path: copy)
        _ = try await changed.write { transaction in
            for name in ["m", "z", "b", "q"] {
                try transaction.run(Statement("CREATE TABLE more_\(name) (id BIGINT PRIMARY KEY)"))
            }
        }
        await changed.close()
        let fault = await #expect(throws: SettingsFault.self) { _ = try await restore(copy) }
        #expect(fault?.description.contains("(table more_b)") == true, "\(String(describing: fault))")
    }

    private struct WrongKey: Error {}

    @Test(arguments: [
        "absent", "folder", "empty", "text", "truncated", "no backup", "other service", "newer", "keys", "in use",
        "pipe",
        "CREATE TRIGGER more AFTER INSERT ON mark BEGIN DELETE FROM mark; END",
        "CREATE VIEW more AS SELECT id FROM mark",
        "CREATE INDEX more ON mark (id)", "CREATE TABLE more (id BIGINT PRIMARY KEY)", "DROP TABLE mark",
        "ALTER TABLE mark ADD COLUMN more INTEGER",
    ])
    func `a copy that cannot be used is refused, and nothing is changed`(reason: String) async throws {
        try await prepare()
        var bad = copy, migrations = TimelineFixture.migrations, holder: SQLiteServiceDatabase?
        switch reason {
        case "absent": bad += ".absent"
        case "folder": bad = scratchFolder()
        case "empty": #expect(SmallFile.replace(copy, with: []))
        case "text": #expect(SmallFile.replace(copy, with: Array(repeating: UInt8(ascii: "x"), count: 9_000)))
        case "truncated":
            let bytes = try #require(SmallFile.read(copy))
            #expect(SmallFile.replace(copy, with: Array(bytes[..<(bytes.count / 2)])))
        case "no backup":
            bad = fixture.folder + "/plain.sqlite"
            try FileManager.default.copyItem(atPath: path, toPath: bad)
        case "other service": migrations[3] = Migration(id: 4, name: "another table", statements: [])
        case "newer": migrations.removeLast()
        case "in use": holder = try await fixture.start()
        case "pipe":
            bad = fixture.folder + "/pipe"
            mkfifo(bad, 0o600)
        case let change where change.contains("TABLE") || change.contains("CREATE"):
            let changed = try SQLiteDatabase.open(path: copy)
            _ = try await changed.write { try $0.run(Statement(change)) }
            await changed.close()
        case _: break
        }
        let before = SmallFile.read(path)
        let fault = await #expect(throws: (any Error).self) {
            _ = try await restore(bad, migrations: migrations) { _ in if reason == "keys" { throw WrongKey() } }
        }
        if reason.contains("more") || reason.contains("DROP") {
            let text = "\(try #require(fault as? SettingsFault))"
            #expect(text.contains(reason.contains("TABLE mark") ? "(table mark)" : " more)") && !text.contains("\n"))
        }
        #expect(SmallFile.read(path) == before)
        let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
        #expect(!left.contains { $0.contains("restor") }, "\(left)")
        await holder?.close()
        let service = try await fixture.start()
        #expect(try await TimelineFixture.marks(in: service.database) == [1, 2])
        await service.close()
    }
}
