import Foundation
import SQL
import Support
import Testing

@testable import SQLite

/// Backups into a folder in which a neighbour may create files.
@Suite(.timeLimit(.minutes(1))) struct BackupTests {
    private let folder = scratchFolder()
    private var target: String { folder + "/copy.sqlite" }

    private var entries: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    /// Makes a write-ahead log that would exchange the titles of any book database beside which it is put.
    private func foreignLog() async throws -> Data {
        let path = scratchFolder() + "/foreign.sqlite"
        let foreign = try await BookDatabase(path: path)
        _ = try await foreign.database.write { try $0.run(BookDatabase.insert(1, "the neighbour's")) }
        let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        await foreign.database.close()
        return log
    }

    @Test func `files that a neighbour puts beside the target have no effect on the copy, and stay`() async throws {
        let books = try await BookDatabase(path: scratchFolder() + "/books.sqlite")
        _ = try await books.database.write { try $0.run(BookDatabase.insert(1, "one's own")) }
        let log = try await foreignLog()
        var planted: Set<String> = [], modes: [mode_t] = []
        try books.database.backup(to: target, mark: { _ in }) { _ in
            for entry in entries where !planted.contains(entry) {
                var facts = stat()
                if stat(folder + "/" + entry, &facts) == 0 { modes.append(facts.st_mode) }
                for end in ["-wal", "-journal"] {
                    try log.write(to: URL(fileURLWithPath: folder + "/" + entry + end))
                    planted.insert(entry + end)
                }
            }
        }
        await books.database.close()
        #expect(modes == [S_IFDIR | 0o700])
        #expect(planted.count == 2 && entries == (planted + ["copy.sqlite"]).sorted())
        let copy = try SQLiteDatabase.open(path: target)
        #expect(try await copy.select(Statement("SELECT title FROM book")).map { try $0.text(0) } == ["one's own"])
        await copy.close()
    }

    @Test(.requirement("U5")) func `the log is not truncated while a backup is being made, and is afterwards`()
        async throws
    {
        let books = try await BookDatabase(path: scratchFolder() + "/books.sqlite")
        let database = books.database, target = target
        let hasBegun = Latch(), mayEnd = Latch()
        async let copied = onOwnThread {
            try database.backup(to: target, mark: { _ in }) { _ in
                hasBegun.open()
                mayEnd.hold()
            }
        }
        await hasBegun.wait()
        await #expect(throws: SQLFault.self) { try await database.truncateLog() }
        mayEnd.open()
        _ = try await copied
        try await books.database.truncateLog()
        #expect(throws: Refused.self) {
            try books.database.backup(to: folder + "/other.sqlite", mark: { _ in }) { _ in throw Refused() }
        }
        try await books.database.truncateLog()
        await books.database.close()
    }

    @Test(.requirement("U5"), arguments: ["progress", "mark", "folder"])
    func `a backup that fails leaves nothing`(step: String) async throws {
        let books = try await BookDatabase(path: scratchFolder() + "/books.sqlite")
        #expect(throws: (any Error).self) {
            try books.database.backup(
                to: target, mark: { _ in if step == "mark" { throw Refused() } },
                progress: { _ in if step == "progress" { throw Refused() } },
                syncFolder: { _ throws(SQLFault) in if step == "folder" { throw .full } })
        }
        #expect(entries == [])
        await books.database.close()
    }

    @Test func `a backup leaves no file open, whether it succeeds or fails`() async throws {
        let books = try await BookDatabase(path: scratchFolder() + "/books.sqlite")
        try books.database.backup(to: target, mark: { _ in }, progress: { _ in })
        #expect(throws: Refused.self) {
            try books.database.backup(to: folder + "/other.sqlite", mark: { _ in }) { _ in throw Refused() }
        }
        #expect(OpenFiles.descriptors { $0.hasPrefix(folder) } == [])
        await books.database.close()
    }

    @Test func `the progress is reported after every 1 000 pages and at the end`() async throws {
        let books = try await BookDatabase(path: scratchFolder() + "/books.sqlite")
        let big = Statement(
            "INSERT INTO book (id, title, cover) VALUES (1, 'big', $1)",
            .bytes(Array(repeating: 1, count: 9_000_000)))
        _ = try await books.database.write { try $0.run(big) }
        var reports: [SQLiteDatabase.BackupProgress] = []
        try books.database.backup(to: target, mark: { _ in }) { reports.append($0) }
        let total = try #require(reports.last).total
        #expect((2_001...2_999).contains(total))
        #expect(reports.map(\.copied) == [1_000, 2_000, total] && reports.allSatisfy { $0.total == total })
        await books.database.close()
    }

    @Test func `a folder that cannot be written to the disk is named with the reason`() {
        let reason = "\(folder)/none/ cannot be written to the disk: No such file or directory"
        #expect(throws: SQLFault.unavailable(reason)) {
            try SQLiteDatabase.syncFolder(of: folder + "/none/copy.sqlite")
        }
    }

    /// The system gives a process without standard input the descriptor 0 for the next file that it opens.
    @Test func `a process without standard input can copy a database and see which process uses it`() async {
        await #expect(processExitsWith: .success) {
            let folder = scratchFolder(), books = try await BookDatabase(path: folder + "/books.sqlite")
            close(0)
            try books.database.backup(to: folder + "/copy.sqlite", mark: { _ in }, progress: { _ in })
            // SQLite has opened /dev/null in its place.
            close(0)
            #expect(try SQLiteDatabase.processUsing(folder + "/books.sqlite") == "\(getpid())")
            await books.database.close()
        }
    }

    @Test func `a file that has replaced the copy stays when the backup fails`() async throws {
        let books = try await BookDatabase(path: scratchFolder() + "/books.sqlite"), target = target
        #expect(throws: SQLFault.full) {
            try books.database.backup(
                to: target, mark: { _ in }, progress: { _ in },
                syncFolder: { _ throws(SQLFault) in
                    unlink(target)
                    _ = FileManager.default.createFile(atPath: target, contents: Data([7]))
                    throw .full
                })
        }
        #expect(entries == ["copy.sqlite"] && FileManager.default.contents(atPath: target) == Data([7]))
        await books.database.close()
    }
}
