import ArgumentParser
import Audit
import Foundation
import Primitives
import SQL
import SQLite
import Support
import Testing

@testable import ServiceHost

/// The command `restore` on real files.
@Suite struct RestoreOptionsTests {
    private let fixture = TimelineFixture()

    private struct Refused: Error {}

    private func command(data: String) throws -> RestoreOptions {
        try RestoreOptions.parse(["--from", fixture.copy, "--data", data, "--database", "sqlite:\(fixture.path)"])
    }

    /// The command without `--from`.
    private func command(_ words: String...) throws -> RestoreOptions {
        try RestoreOptions.parse(words + ["--data", fixture.folder, "--database", "sqlite:\(fixture.path)"])
    }

    private func prepare() async throws {
        let service = try await fixture.start()
        try await TimelineFixture.write(1, to: service.database)
        _ = try await service.backup(to: fixture.copy) { _, _ in }
        try await TimelineFixture.write(2, to: service.database)
        await service.close()
    }

    private func steps(
        checkFiles: @escaping @Sendable (CommonConfiguration) throws -> Void = { _ in }, refuses: Bool = false
    ) -> RestoreOptions.Steps {
        RestoreOptions.Steps(
            migrations: TimelineFixture.migrations, checkKeys: { _, _ in }, checkFiles: checkFiles,
            beginGeneration: { _ in { _, _, _ in } },
            finish: { _, _ in
                if refuses { throw Refused() }
                return .init()
            })
    }

    @Test func `a refusal after the file was replaced names the kept file, and a repetition completes the restore`()
        async throws
    {
        try await prepare()
        mkdir(fixture.folder + "/keys", 0o700)
        let fault = await #expect(throws: UnfinishedRestore.self) {
            try await command(data: fixture.folder).run(CommonOnly.self, steps(refuses: true))
        }
        let text = try #require(fault).description
        let kept = try #require(text.split(separator: " ").first { $0.contains(".before-restore-") })
        #expect(text.contains("Refused()"))
        #expect(FileManager.default.fileExists(atPath: String(kept.dropLast())))
        try await command(data: fixture.folder).run(CommonOnly.self, steps())
        let restored = try SQLiteDatabase.open(path: fixture.path)
        #expect(try await TimelineFixture.marks(in: restored) == [1])
        await restored.close()
    }

    @Test func `a file that could not be written after the replacement refuses the restore before it`() async throws {
        try await prepare()
        let before = SmallFile.read(fixture.path)
        // The folder of the timeline file does not exist.
        await #expect(throws: SettingsFault.self) {
            try await command(data: fixture.folder).run(CommonOnly.self, steps())
        }
        mkdir(fixture.folder + "/keys", 0o700)
        await #expect(throws: Refused.self) {
            try await command(data: fixture.folder).run(CommonOnly.self, steps(checkFiles: { _ in throw Refused() }))
        }
        let head = fixture.folder + "/keys/auth.audit-head"
        #expect(SmallFile.replace(head, with: Array("no head\n".utf8)))
        await #expect(throws: AuditHeadFault.self) {
            try await command(data: fixture.folder).run(CommonOnly.self, steps())
        }
        #expect(SmallFile.read(fixture.path) == before)
        let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
        #expect(!left.contains { $0.contains("restor") }, "\(left)")
    }

    @Test func `with in-place the database stays and begins a generation, whatever its record says`() async throws {
        try await prepare()
        mkdir(fixture.folder + "/keys", 0o700)
        for generation in 1...2 {
            try await command("--in-place").run(CommonOnly.self, steps())
            let restored = try SQLiteDatabase.open(path: fixture.path)
            #expect(try await TimelineFixture.marks(in: restored) == [1, 2])
            #expect(try await TimelineFixture.generation(of: restored) == Int64(generation))
            await restored.close()
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
        #expect(!left.contains { $0.contains("before-restore") }, "\(left)")
    }

    @Test func `in-place needs a database and no copy, and one of both has to be named`() async throws {
        mkdir(fixture.folder + "/keys", 0o700)
        await #expect(throws: ValidationError.self) { try await command("--in-place").run(CommonOnly.self, steps()) }
        #expect(!FileManager.default.fileExists(atPath: fixture.path))
        try await prepare()
        let before = SmallFile.read(fixture.path)
        for words in [[], ["--in-place", "--from", fixture.copy]] {
            let command = try RestoreOptions.parse(
                words + ["--data", fixture.folder, "--database", "sqlite:\(fixture.path)"])
            await #expect(throws: ValidationError.self) { try await command.run(CommonOnly.self, steps()) }
        }
        #expect(SmallFile.read(fixture.path) == before)
    }

    @Test func `where no database was, none is said to be kept`() async throws {
        try await prepare()
        mkdir(fixture.folder + "/keys", 0o700)
        for end in ["", "-wal", "-shm"] { unlink(fixture.path + end) }
        let fault = await #expect(throws: UnfinishedRestore.self) {
            try await command(data: fixture.folder).run(CommonOnly.self, steps(refuses: true))
        }
        #expect(try #require(fault).kept == nil && !"\(try #require(fault))".contains("is kept as"))
        #expect(UnfinishedRestore(cause: "x", kept: "/a").description.contains("is kept as /a"))
    }
}
