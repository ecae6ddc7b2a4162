import Foundation
import Primitives
import Support
import Testing

@testable import ServiceHost

@Suite struct KeptDatabasesTests {
    @Test func `the databases that restores have kept are listed, the oldest first, and nothing else`() {
        let folder = scratchFolder(), database = folder + "/vault.sqlite"
        let kept = KeptDatabases(database: database)
        #expect(kept.paths.isEmpty && KeptDatabases.advice(kept.paths) == nil)
        let old = kept.path(at: Instant(ms: 9)), new = kept.path(at: Instant(ms: 10))
        let others = [
            database, old + "-wal", old + "-shm", database + ".before-restore-",
            folder + "/auth.sqlite.before-restore-8",
        ]
        for path in [new, old] + others { _ = FileManager.default.createFile(atPath: path, contents: nil) }
        #expect(kept.paths == [old, new])
        #expect(KeptDatabases.advice(kept.paths)?.hasSuffix("rm \(old)* \(new)*") == true)
    }
}
