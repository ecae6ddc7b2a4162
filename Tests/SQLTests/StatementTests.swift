import SQL
import Testing

struct StatementTests {
    @Test(arguments: Engine.all)
    func `changes counts the rows that the last statement changed`(engine: Engine) async throws {
        let database = try await engine.open()
        let counts = try await database.write { transaction in
            try [
                "INSERT INTO book (id, title) VALUES (1, 'a'), (2, 'b'), (3, 'c')",
                "INSERT INTO book (id, title) VALUES (3, 'd') ON CONFLICT DO NOTHING",
                "INSERT INTO book (id, title) VALUES (3, 'd') ON CONFLICT (id) DO UPDATE SET title = 'e'",
                "UPDATE book SET cover = NULL WHERE id > 1 RETURNING id",
                "SELECT * FROM book",
                "DELETE FROM book WHERE id = 1",
                "DELETE FROM book WHERE id = 1",
            ].map { text in
                try transaction.run(Statement(text))
                return transaction.changes
            }
        }
        #expect(counts == [3, 0, 1, 2, 0, 1, 0])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a change with RETURNING returns the changed rows`(engine: Engine) async throws {
        let database = try await engine.open()
        let rows = try await database.write { transaction in
            try transaction.run(BookSchema.insert(1, "a"))
            return try transaction.run(
                Statement(
                    """
                    INSERT INTO book (id, title) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET title = $2
                    WHERE book.title <> $2 RETURNING id, title
                    """, 1, "b"))
        }
        #expect(rows.map(\.values) == [[1, "b"]])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a batch runs its statements in order and returns the rows of each`(engine: Engine) async throws {
        let database = try await engine.open()
        let answers = try await database.write { transaction in
            let answers = try transaction.batch([
                BookSchema.insert(1, "a"), BookSchema.titles, BookSchema.insert(2, "b"), BookSchema.titles,
                Statement("DELETE FROM book WHERE id = $1 RETURNING title", 1), BookSchema.titles,
                Statement("UPDATE book SET cover = $1", .bytes([1])),
            ])
            return (answers, transaction.changes, try transaction.batch([]))
        }
        #expect(answers.0.map { $0.map { $0.values } } == [[], [["a"]], [], [["a"], ["b"]], [["a"]], [["b"]], []])
        #expect(answers.1 == 1 && answers.2.isEmpty)
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a batch of a thousand statements with large values succeeds`(engine: Engine) async throws {
        let database = try await engine.open()
        let cover = SQLValue.bytes(Array(repeating: 7, count: 10_000))
        _ = try await database.write { transaction in
            try transaction.batch((0..<1_000).map { BookSchema.insert($0, "\($0)", cover: cover) })
        }
        let back = try await database.read { transaction in
            try transaction.batch((0..<1_000).map { Statement("SELECT cover FROM book WHERE id = $1", .int($0)) })
        }
        #expect(back.count == 1_000 && back.allSatisfy { $0.count == 1 && $0[0][0] == cover })
        await database.close()
    }

    @Test(
        arguments: Engine.all,
        [
            (Statement("SELECT $1"), "names 1 values and was given 0"),
            (Statement("SELECT 1", 1), "names 0 values and was given 1"),
            (Statement("SELECT $2", 1, 2), "without gaps"),
            (Statement("SELECT ?", 1), "without gaps"),
            (Statement("SELECT '$1', \"$2\".x FROM book -- $3", 1), "names 0 values and was given 1"),
            (Statement("SELECT id FROM nowhere"), "nowhere"),
            (Statement(" commit"), "only the engine"),
            (Statement("SAVEPOINT a"), "only the engine"),
        ])
    func `the fault of a wrong statement says what is wrong`(engine: Engine, wrong: (Statement, String)) async throws {
        let database = try await engine.open()
        let fault = await #expect(throws: SQLFault.self) { try await database.select(wrong.0) }
        guard case .statement(let text, let message)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        if !text.contains("\"$2\"") || !message.contains("no such column") { #expect(message.contains(wrong.1)) }
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a text with more than one statement, or with none, is refused`(engine: Engine) async throws {
        let database = try await engine.open()
        for text in ["SELECT 1; SELECT 2", "-- nothing"] {
            let fault = await #expect(throws: SQLFault.self) {
                try await database.write { try $0.run(Statement(text)) }
            }
            guard case .statement? = fault else { Issue.record("\(text): \(String(describing: fault))"); continue }
        }
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `more statements than the cache holds still run`(engine: Engine) async throws {
        let database = try await engine.open()
        let sum = try await database.write { transaction in
            try (0..<600).reduce(0) { try $0 + transaction.run(Statement("SELECT \($1)"))[0].int(0) }
        }
        #expect(sum == 179_700)
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `statements with {lockRow} and {claim} run on every engine`(engine: Engine) async throws {
        let database = try await engine.open()
        let rows = try await database.write { transaction in
            try transaction.run(BookSchema.insert(1, "a"))
            return try transaction.batch([
                Statement("SELECT id FROM book WHERE id = $1 {lockRow}", 1),
                Statement("SELECT id FROM book WHERE id = $1 {claim}", 1),
            ])
        }
        #expect(rows.map { $0.map { $0.values } } == [[[1]], [[1]]])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `statements for 0, 1, 100 and 101 values select each of them and share one text`(engine: Engine) async throws {
        let database = try await engine.open()
        _ = try await database.write { try $0.batch((1...101).map { BookSchema.insert($0, "title \($0)") }) }
        for count in [0, 1, 100, 101] {
            let values = (0..<count).map { SQLValue.int(Int64($0) + 1) }
            let statements = Statement.chunks(of: values) { "SELECT id FROM book WHERE id IN \($0)" }
            #expect(statements.count == (count + 99) / 100)
            #expect(Set(statements.map(\.text)).count <= 1)
            let found = try await database.read { transaction in
                try statements.flatMap { try transaction.run($0).map { try $0.int(0) } }
            }
            #expect(found.sorted() == (0..<count).map { Int64($0) + 1 })
        }
        await database.close()
    }
}
