import SQL
import Testing

struct ValueTests {
    @Test(arguments: Engine.all)
    func `every value comes back as it went in`(engine: Engine) async throws {
        let values: [SQLValue] = [
            .integer(.min), .integer(.max), .integer(0), .integer(-1), .text(""), .text("naïve 🔑"), .text("'; --"),
            .bytes([]), .bytes([0, 255]), .null,
        ]
        let database = try await engine.open()
        let question = Statement("SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10", values: values)
        #expect(try await database.write { try $0.run(question) }.map(\.values) == [values])
        #expect(try await database.read { try $0.run(question) }.map(\.values) == [values])
        #expect(try await database.select(question).map(\.values) == [values])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a megabyte of text and a megabyte of bytes come back unchanged`(engine: Engine) async throws {
        let database = try await engine.open()
        let cover = SQLValue.bytes((0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let title = String(repeating: "ø🔑", count: 100)
        let long = SQLValue.text(String(repeating: "långt ", count: 150_000))
        _ = try await database.write { try $0.run(BookSchema.insert(1, title, cover: cover)) }
        let rows = try await database.select(Statement("SELECT id, title, cover, $1 FROM book", long))
        #expect(rows.map(\.values) == [[1, .text(title), cover, long]])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a parameter may occur in any order and more than once`(engine: Engine) async throws {
        let database = try await engine.open()
        let rows = try await database.select(Statement("SELECT $3, $1, $2, $1", 1, "two", .bytes([3])))
        #expect(rows.map(\.values) == [[.bytes([3]), 1, "two", 1]])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `one SQL text takes a value in one call and NULL in another, in any order`(engine: Engine) async throws {
        let database = try await engine.open()
        let covers: [SQLValue] = [.null, .bytes([1]), .null, .bytes([2])]
        for (id, cover) in covers.enumerated() {
            _ = try await database.write { try $0.run(BookSchema.insert(id, "\(id)", cover: cover)) }
        }
        let kept = try await database.select(Statement("SELECT cover FROM book ORDER BY id")).map { $0[0] }
        #expect(kept == covers)
        for value: SQLValue in [.null, 7, "seven", .null, .bytes([7])] {
            #expect(try await database.select(Statement("SELECT $1", value)).map { $0[0] } == [value])
        }
        let matching = "SELECT id FROM book WHERE (id = $1 OR $1 IS NULL) ORDER BY id"
        #expect(try await database.select(Statement(matching, .null)).count == 4)
        #expect(try await database.select(Statement(matching, 2)).map(\.values) == [[2]])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `constants, counts, sums and comparisons are integers`(engine: Engine) async throws {
        let database = try await engine.open()
        _ = try await database.write { try $0.batch([BookSchema.insert(2, "b"), BookSchema.insert(-5, "a")]) }
        let rows = try await database.select(
            Statement(
                """
                SELECT 1, -7, COUNT(*), CAST(SUM(id) AS BIGINT), EXISTS (SELECT 1 FROM book), id > 5
                FROM book GROUP BY id ORDER BY id
                """))
        #expect(rows.map(\.values) == [[1, -7, 1, -5, 1, 0], [1, -7, 1, 2, 1, 0]])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a fractional result is refused`(engine: Engine) async throws {
        let database = try await engine.open()
        let fault = await #expect(throws: SQLFault.self) {
            try await database.write { transaction in
                try transaction.run(BookSchema.insert(1, "lost"))
                try transaction.run(Statement("SELECT 1.5"))
            }
        }
        guard case .statement(_, let message)? = fault else { Issue.record("\(String(describing: fault))"); return }
        #expect(message.contains("column 0") && message.contains("CAST"))
        #expect(try await BookSchema.titles(in: database) == [])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a text with a NUL character is refused`(engine: Engine) async throws {
        let database = try await engine.open()
        let fault = await #expect(throws: SQLFault.self) {
            try await database.write { try $0.run(BookSchema.insert(1, "a\0b")) }
        }
        guard case .statement(_, let message)? = fault else { Issue.record("\(String(describing: fault))"); return }
        #expect(message.contains("NUL"))
        #expect(try await BookSchema.titles(in: database) == [])
        await database.close()
    }
}
