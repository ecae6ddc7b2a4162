import Primitives
import SQL
import Testing

@testable import SQLite

struct ReadTests {
    @Test func `a read keeps its snapshot while a write commits`() async throws {
        let books = try await BookDatabase()
        let database = books.database
        let counts = try await database.read { transaction in
            let count = Statement("SELECT count(*) FROM book")
            let before = try transaction.run(count)[0].int(0)
            let signal = try ThreadSignal()
            try database.writer.add { connection in
                _ = try? connection.run("INSERT INTO book (id, title) VALUES (1, 'new')")
                signal.send()
            }
            signal.wait()
            return [before, try transaction.run(count)[0].int(0)]
        }
        #expect(counts == [0, 0])
        #expect(try await books.titles() == ["new"])
    }

    @Test func `an acknowledged write is seen by every read that begins later`() async throws {
        let books = try await BookDatabase()
        try await withThrowingTaskGroup { group in
            for lane in 0..<16 {
                group.addTask {
                    for step in 0..<20 {
                        let id = lane * 100 + step
                        _ = try await books.database.write { try $0.run(BookDatabase.insert(id, "\(id)")) }
                        let found = try await books.database.read {
                            try $0.first(Statement("SELECT id FROM book WHERE id = $1", .int(id)))
                        }
                        #expect(found != nil)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `a read cannot change anything`() async throws {
        let books = try await BookDatabase()
        await #expect(throws: SQLFault.self) {
            try await books.database.read { try $0.run(BookDatabase.insert(1, "smuggled")) }
        }
        #expect(try await books.titles() == [])
    }

    @Test func `a read that throws leaves its connection fit for the next`() async throws {
        let books = try await BookDatabase()
        for _ in 0..<20 {
            await #expect(throws: Refused.self) {
                try await books.database.read { transaction in
                    try transaction.run(Statement("SELECT 1"))
                    throw Refused()
                }
            }
        }
        _ = try await books.database.write { try $0.run(BookDatabase.insert(1, "seen")) }
        #expect(try await books.titles() == ["seen"])
    }

    @Test func `a text that is not UTF-8 makes only its own row unreadable`() async throws {
        let books = try await BookDatabase()
        try await books.database.onWriter { connection in
            _ = try connection.run("INSERT INTO book (id, title) VALUES (1, CAST(x'fffe' AS TEXT)), (2, 'fine')")
        }
        let rows = try await books.database.read { try $0.run(Statement("SELECT title FROM book ORDER BY id")) }
        #expect(throws: SQLFault.wrongValue(in: 0, expected: "a text")) { try rows[0].text(0) }
        #expect(try rows[1].text(0) == "fine")
    }
}
