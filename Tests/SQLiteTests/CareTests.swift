import Glibc
import SQL
import Support
import Testing

@testable import SQLite

struct CareTests {
    @Test func `a backup is whole, private, and refuses to overwrite`() async throws {
        let shelf = try await Shelf()
        let copy = scratchFolder() + "/copy.sqlite"
        _ = try await shelf.database.write { try $0.run(Shelf.insert(1, "kept")) }
        try await shelf.database.backup(to: copy)
        _ = try await shelf.database.write { try $0.run(Shelf.insert(2, "later")) }
        await #expect(throws: SQLFault.self) { try await shelf.database.backup(to: copy) }
        var facts = stat()
        #expect(stat(copy, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
        let restored = try await Shelf(path: copy)
        try await restored.database.checkIntegrity()
        #expect(try await restored.titles() == ["kept"])
        #expect(try await shelf.titles() == ["kept", "later"])
    }

    @Test func `damage in an index is found by the full check`() async throws {
        let shelf = try await Shelf()
        _ = try await shelf.database.write { try $0.run(Shelf.insert(1, "kept")) }
        try await shelf.database.checkIntegrity()
        try await shelf.database.onWriter { connection in
            _ = try connection.run("PRAGMA writable_schema = ON")
            _ = try connection.run("UPDATE sqlite_schema SET rootpage = 2 WHERE name LIKE 'sqlite_autoindex_book%'")
        }
        let fault = await #expect(throws: SQLFault.self) { try await shelf.database.checkIntegrity() }
        guard case .corrupt? = fault else { Issue.record("\(String(describing: fault))"); return }
    }
}
