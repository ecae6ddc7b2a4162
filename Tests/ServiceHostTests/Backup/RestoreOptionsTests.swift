import ArgumentParser
import Foundation
import Primitives
import SQL
import SQLite
import Support
import Testing

@testable import ServiceHost

/// The command `restore` on real files.
@Suite struct RestoreOptionsTests {
    private let fixture = LineageFixture()

    private struct Refused: Error {}

    private func command(data: String) throws -> RestoreOptions {
        try RestoreOptions.parse(["--from", fixture.copy, "--data", data, "--database", "sqlite:\(fixture.path)"])
    }

    private func prepare() async throws {
        let service = try await fixture.start()
        try await LineageFixture.write(1, to: service.database)
        _ = try await service.backup(to: fixture.copy) { _, _ in }
        try await LineageFixture.write(2, to: service.database)
        await service.close()
    }

    @Test func `a refusal after the file was replaced names the kept file, and a repetition completes the restore`()
        async throws
    {
        try await prepare()
        func steps(refuses: Bool) -> RestoreOptions.Steps {
            RestoreOptions.Steps(
                migrations: LineageFixture.migrations, checkKeys: { _, _ in }, beginGeneration: { _, _ in },
                finish: { _, _ in
                    if refuses { throw Refused() }
                    return []
                })
        }
        // The folder of the lineage file does not exist, so the generation cannot begin; then the last step fails.
        for hasKeys in [false, true] {
            if hasKeys { mkdir(fixture.folder + "/keys", 0o700) }
            let fault = await #expect(throws: UnfinishedRestore.self) {
                try await command(data: fixture.folder).run(CommonOnly.self, steps(refuses: hasKeys))
            }
            let text = try #require(fault).description
            let kept = try #require(text.split(separator: " ").first { $0.contains(".before-restore-") })
            #expect(text.contains(hasKeys ? "Refused()" : "/keys/auth.lineage"))
            #expect(FileManager.default.fileExists(atPath: String(kept.dropLast())))
        }
        try await command(data: fixture.folder).run(CommonOnly.self, steps(refuses: false))
        let restored = try SQLiteDatabase.open(path: fixture.path)
        #expect(try await LineageFixture.marks(in: restored) == [1])
        await restored.close()
    }
}
