import Glibc
import SQL
import Support
import Testing

@testable import SQLite

struct OneProcessTests {
    @Test func `opening a file twice is refused with the holder's process id and a hint to PostgreSQL`() async throws {
        let path = scratchFolder() + "/one.sqlite"
        let first = try SQLiteDatabase.open(path: path)
        let fault = #expect(throws: SQLFault.self) { try SQLiteDatabase.open(path: path) }
        let sentence = "\(try #require(fault))"
        #expect(sentence.contains("process \(getpid())") && sentence.contains("PostgreSQL"))
        await first.close()
        await (try SQLiteDatabase.open(path: path)).close()
    }

    @Test func `opening an open file under another name is refused`() async throws {
        let folder = scratchFolder()
        let first = try SQLiteDatabase.open(path: folder + "/one.sqlite")
        symlink(folder + "/one.sqlite", folder + "/alias.sqlite")
        #expect(throws: SQLFault.self) { try SQLiteDatabase.open(path: folder + "/alias.sqlite") }
        #expect(throws: SQLFault.self) { try SQLiteDatabase.open(path: folder + "/./one.sqlite") }
        await first.close()
    }

    @Test func `another process is refused with the holder's process id`() async throws {
        let path = scratchFolder() + "/one.sqlite"
        let first = try SQLiteDatabase.open(path: path)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let fault = #expect(throws: SQLFault.self) { try SQLiteDatabase.open(path: path) }
            let message = "\(try #require(fault))"
            #expect(message.contains("process \(getppid())"))
        }
        await first.close()
    }

    @Test func `only the owner can read and write a new database file`() async throws {
        let path = scratchFolder() + "/one.sqlite"
        await (try BookDatabase(path: path)).database.close()
        let mode = try #require(permissions(of: path))
        #expect(mode & 0o777 == 0o600)
    }

    @Test func `a missing folder is named in the error`() {
        let fault = #expect(throws: SQLFault.self) {
            try SQLiteDatabase.open(path: "/dev/shm/no-such-folder/one.sqlite")
        }
        #expect(fault.map { "\($0)" }?.contains("no-such-folder") == true)
    }

    private func permissions(of path: String) -> mode_t? {
        var facts = stat()
        return stat(path, &facts) == 0 ? facts.st_mode : nil
    }
}
