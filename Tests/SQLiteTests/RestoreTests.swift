import Foundation
import SQL
import Support
import Testing

@testable import SQLite

/// The draft that a restore checks before it replaces the database.
struct RestoreTests {
    private let folder = scratchFolder()
    private var path: String { folder + "/books.sqlite" }
    private var copy: String { folder + "/copy.sqlite" }

    @Test func `the draft has the copy's bytes and is the owner's alone, also where a crash has left another`() throws {
        let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        try bytes.write(to: URL(fileURLWithPath: copy))
        try Data([1, 2]).write(to: URL(fileURLWithPath: path + ".restoring"))
        let draft = try SQLiteDatabase.prepareRestore(of: path, from: copy)
        #expect(draft == path + ".restoring")
        #expect(FileManager.default.contents(atPath: draft) == bytes)
        var facts = stat()
        #expect(stat(draft, &facts) == 0 && facts.st_mode == S_IFREG | 0o600)
        #expect(OpenFiles.descriptors { $0.hasPrefix(folder) } == [])
        SQLiteDatabase.discardRestore(draft)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["copy.sqlite"])
    }

    @Test func `a draft that was opened takes the place of the database, and no file of the draft is left`()
        async throws
    {
        for (path, title) in [(path, "present"), (copy, "restored")] {
            let books = try await BookDatabase(path: path)
            _ = try await books.database.write { try $0.run(BookDatabase.insert(1, title)) }
            await books.database.close()
        }
        let draft = try SQLiteDatabase.prepareRestore(of: path, from: copy)
        await (try SQLiteDatabase.open(path: draft)).close()
        #expect(try SQLiteDatabase.replace(path, with: draft, keeping: folder + "/kept.sqlite"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains("restoring") } == [])
        for (path, title) in [(path, "restored"), (folder + "/kept.sqlite", "present")] {
            let books = try await BookDatabase(path: path)
            #expect(try await books.titles() == [title])
            await books.database.close()
        }
    }

    @Test func `a draft that cannot be created is named, and what is in its place stays`() throws {
        try Data([1]).write(to: URL(fileURLWithPath: copy))
        mkdir(path + ".restoring", 0o700)
        let fault = #expect(throws: SQLFault.self) { try SQLiteDatabase.prepareRestore(of: path, from: copy) }
        #expect("\(try #require(fault))".contains("\(path).restoring cannot be created"))
        #expect(FileManager.default.fileExists(atPath: path + ".restoring"))
    }
}
