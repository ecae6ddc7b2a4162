import Foundation
import Support
import Testing

@testable import ServiceHost

@Suite struct SmallFileTests {
    private let folder = scratchFolder()

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

    @Test func `drafts that a crash left are removed, and no other file is`() throws {
        let path = folder + "/auth.lineage"
        #expect(SmallFile.replace(path, with: [1]))
        let kept = [
            "auth.lineage", "auth.lineage.0123456789abcde", "auth.lineage.0123456789abcdef0",
            "auth.lineage.0123456789ABCDEF", "auth.lineage.backup", "vault.lineage.0123456789abcdef",
        ]
        for name in kept.dropFirst() + ["auth.lineage.0123456789abcdef"] {
            #expect(FileManager.default.createFile(atPath: folder + "/" + name, contents: Data()))
        }
        let used = "auth.lineage.fedcba9876543210"
        let file = open(folder + "/" + used, O_RDWR | O_CREAT, 0o600)
        #expect(flock(file, LOCK_EX) == 0)
        SmallFile.removeDrafts(of: path)
        #expect(try files() == (kept + [used]).sorted())
        close(file)
        SmallFile.removeDrafts(of: path)
        #expect(try files() == kept.sorted())
        #expect(SmallFile.read(path) == [1])
    }

    @Test func `a file that was replaced and read is not left open`() {
        let path = folder + "/auth.lineage"
        #expect(SmallFile.replace(path, with: [1]) && SmallFile.read(path) == [1])
        #expect(OpenFiles.descriptors { $0.hasPrefix(folder) } == [])
    }

    @Test func `a check of the database removes the drafts`() async throws {
        let fixture = TimelineFixture()
        await (try await fixture.start()).close()
        let draft = fixture.folder + "/auth.lineage.0123456789abcdef"
        #expect(FileManager.default.createFile(atPath: draft, contents: Data()))
        await (try await fixture.start()).close()
        #expect(!FileManager.default.fileExists(atPath: draft))
    }
}
