import SQL
import Testing

@testable import SQLite

struct StatementTests {
    private func run(_ statement: Statement) async throws -> [Row] {
        let books = try await BookDatabase()
        return try await books.database.write { try $0.run(statement) }
    }

    @Test func `a parameter may occur in any order and more than once`() async throws {
        let rows = try await run(Statement("SELECT $3, $1, $2, $1", 1, "two", .bytes([3])))
        #expect(rows.map(\.values) == [[.bytes([3]), .integer(1), .text("two"), .integer(1)]])
    }

    @Test func `every value comes back as it went in`() async throws {
        let values: [SQLValue] = [
            .integer(.min), .integer(.max), .text(""), .text("naïve 🔑"), .bytes([]), .bytes([0, 255]),
            .null,
        ]
        let rows = try await run(Statement("SELECT $1, $2, $3, $4, $5, $6, $7", values: values))
        #expect(rows.map(\.values) == [values])
    }

    @Test func `nothing is converted when a row is read`() throws {
        let row = Row([.integer(2), .text("1"), .null])
        #expect(throws: SQLFault.wrongValue(in: 0, expected: "a text")) { try row.text(0) }
        #expect(throws: SQLFault.wrongValue(in: 1, expected: "an integer")) { try row.int(1) }
        #expect(throws: SQLFault.wrongValue(in: 2, expected: "bytes")) { try row.bytes(2) }
        #expect(throws: SQLFault.wrongValue(in: 0, expected: "0 or 1")) { try row.bool(0) }
        #expect(try row.intOrNil(2) == nil && row.textOrNil(1) == "1")
    }

    @Test(arguments: [
        (Statement("SELECT $1"), "names 1 values and was given 0"),
        (Statement("SELECT 1", 1), "names 0 values and was given 1"),
        (Statement("SELECT $2", 1, 2), "without gaps"),
        (Statement("SELECT ?", 1), "without gaps"),
        (Statement("SELECT 1; SELECT 2"), "more than one statement"),
        (Statement("-- nothing"), "no statement"),
        (Statement("SELECT 1.5"), "floating-point"),
        (Statement("SELECT \"title\" FROM page"), "no such column"),
        (Statement(" commit"), "only the engine"),
        (Statement("PRAGMA foreign_keys = OFF"), "only the engine"),
    ])
    func `the fault of a wrong statement says what is wrong`(statement: Statement, complaint: String) async throws {
        let fault = await #expect(throws: SQLFault.self) { try await run(statement) }
        let message = "\(try #require(fault))"
        #expect(message.contains(complaint))
    }

    @Test func `semicolons, spaces and new lines may follow a statement`() async throws {
        #expect(try await run(Statement("SELECT 1; ;\n")).map(\.values) == [[.integer(1)]])
    }

    @Test func `a column takes no other type than its own`() async throws {
        let fault = await #expect(throws: SQLFault.self) {
            try await run(Statement("INSERT INTO book (id, title) VALUES ($1, $2)", 1, .bytes([1])))
        }
        guard case .constraint? = fault else { Issue.record("\(String(describing: fault))"); return }
    }

    @Test func `changes counts the rows that the last statement changed`() async throws {
        let books = try await BookDatabase()
        let counts = try await books.database.write { transaction in
            var counts: [Int] = []
            for text in [
                "INSERT INTO book (id, title) VALUES (1, 'a'), (2, 'b'), (3, 'c')",
                "INSERT INTO book (id, title) VALUES (3, 'd') ON CONFLICT DO NOTHING",
                "UPDATE book SET cover = NULL WHERE id > 1 RETURNING id",
                "SELECT * FROM book",
            ] {
                try transaction.run(Statement(text))
                counts.append(transaction.changes)
            }
            return counts
        }
        #expect(counts == [3, 0, 2, 0])
    }

    @Test func `a list of parameters is numbered from its start`() {
        #expect(Statement.parameters(from: 2, count: 3) == "($2, $3, $4)")
    }

    @Test func `more statements than the cache holds still run`() async throws {
        let books = try await BookDatabase()
        let sum = try await books.database.write { transaction in
            try (0..<600).reduce(0) { try $0 + transaction.run(Statement("SELECT \($1)"))[0].int(0) }
        }
        #expect(sum == 179_700)
    }
}
