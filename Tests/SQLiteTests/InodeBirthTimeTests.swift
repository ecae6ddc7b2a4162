import Foundation
import SQL
import SQLite
import Support
import Testing

@Suite struct InodeBirthTimeTests {
    private static let isStored = SQLiteDatabase.birth(ofFile: scratchFolder()) != nil

    @Test(.enabled(if: isStored, "the file system stores times of creation"))
    func `a file that is written to, renamed or linked to keeps its birth, and a copy has another`() async throws {
        let folder = scratchFolder(), files = FileManager.default
        let (path, moved) = (folder + "/a.sqlite", folder + "/b.sqlite")
        let database = try SQLiteDatabase.open(path: path)
        let birth = try #require(SQLiteDatabase.birth(ofFile: path))
        _ = try await database.write { try $0.run(Statement("CREATE TABLE t (id BIGINT PRIMARY KEY)")) }
        await database.close()
        #expect(SQLiteDatabase.birth(ofFile: path) == birth)
        try files.moveItem(atPath: path, toPath: moved)
        try files.createSymbolicLink(atPath: path, withDestinationPath: moved)
        #expect(SQLiteDatabase.birth(ofFile: moved) == birth && SQLiteDatabase.birth(ofFile: path) == birth)
        try files.removeItem(atPath: path)
        try files.copyItem(atPath: moved, toPath: path)
        let copy = try #require(SQLiteDatabase.birth(ofFile: path))
        #expect(copy.inode != birth.inode && copy.nanoseconds >= birth.nanoseconds)
    }

    @Test func `a missing file has no birth`() {
        #expect(SQLiteDatabase.birth(ofFile: scratchFolder() + "/absent") == nil)
    }
}
