import SQL
import Testing

struct TransactionTests {
    @Test(arguments: Engine.all)
    func `an error that a closure throws is rethrown, and its changes are rolled back`(engine: Engine) async throws {
        let database = try await engine.open()
        await #expect(throws: Refused.self) {
            try await database.write { transaction in
                try transaction.run(BookSchema.insert(1, "a"))
                throw Refused()
            }
        }
        #expect(try await BookSchema.titles(in: database) == [])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a statement that fails is undone even if the closure swallows its error`(engine: Engine) async throws {
        let database = try await engine.open()
        _ = try await database.write { try $0.run(BookSchema.insert(1, "kept")) }
        let fault = await #expect(throws: SQLFault.self) {
            try await database.write { transaction in
                try transaction.run(BookSchema.insert(2, "lost"))
                _ = try? transaction.run(BookSchema.insert(3, "kept"))
            }
        }
        guard case .constraint? = fault else { Issue.record("\(String(describing: fault))"); return }
        #expect(try await BookSchema.titles(in: database) == ["kept"])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `after a statement has failed, no later statement of its transaction runs`(engine: Engine) async throws {
        let database = try await engine.open()
        let first = await #expect(throws: SQLFault.self) {
            try await database.write { transaction in
                _ = try? transaction.run(Statement("SELECT nothing FROM nowhere"))
                try transaction.run(BookSchema.insert(1, "never"))
            }
        }
        let message = "\(try #require(first))"
        #expect(message.contains("nowhere"))
        #expect(try await BookSchema.titles(in: database) == [])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `foreign keys are checked at the commit`(engine: Engine) async throws {
        let database = try await engine.open()
        let fault = await #expect(throws: SQLFault.self) {
            try await database.write { try $0.run(Statement("INSERT INTO page (id, book) VALUES (1, 99)")) }
        }
        guard case .constraint? = fault else { Issue.record("\(String(describing: fault))"); return }
        _ = try await database.write { transaction in
            try transaction.run(Statement("INSERT INTO page (id, book) VALUES (1, 1)"))
            try transaction.run(BookSchema.insert(1, "late owner"))
        }
        #expect(try await BookSchema.titles(in: database) == ["late owner"])
        await database.close()
    }

    @Test(
        arguments: Engine.all,
        [
            BookSchema.insert(1, "other"), BookSchema.insert(2, "canary-value"),
            Statement("INSERT INTO book (id, title) VALUES (3, $1)", .null),
        ])
    func `a constraint violation is .constraint and contains no value`(
        engine: Engine, wrong: Statement
    ) async throws {
        let database = try await engine.open()
        _ = try await database.write { try $0.run(BookSchema.insert(1, "canary-value")) }
        let fault = await #expect(throws: SQLFault.self) { try await database.write { try $0.run(wrong) } }
        guard case .constraint(let detail)? = fault else { Issue.record("\(String(describing: fault))"); return }
        #expect(!detail.contains("canary-value"))
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a transaction without statements returns the value of its closure`(engine: Engine) async throws {
        let database = try await engine.open()
        #expect(try await database.write { _ in 7 } == 7)
        #expect(try await database.read { _ in 8 } == 8)
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a counter whose row is read with {lockRow} loses no increment`(engine: Engine) async throws {
        let database = try await engine.open()
        _ = try await database.write { try $0.run(BookSchema.insert(0, "counter")) }
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<25 {
                        try await database.write { transaction in
                            let row = Statement("SELECT id FROM book WHERE title = 'counter' {lockRow}")
                            let count = try transaction.run(row)[0].int(0)
                            try transaction.run(
                                Statement("UPDATE book SET id = $1 WHERE title = 'counter'", .int(count + 1)))
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let count = try await database.select(Statement("SELECT id FROM book"))
        #expect(count.map(\.values) == [[200]])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a submitted write is completed even if its task is cancelled`(engine: Engine) async throws {
        let database = try await engine.open()
        let task = Task.immediate { try await database.write { try $0.run(BookSchema.insert(1, "done")) } }
        task.cancel()
        _ = try await task.value
        #expect(try await BookSchema.titles(in: database) == ["done"])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `close finishes queued writes and refuses later calls`(engine: Engine) async throws {
        let database = try await engine.open()
        let tasks = (0..<20).map { id in
            Task.immediate { try await database.write { try $0.run(BookSchema.insert(id, "\(id)")).count } }
        }
        await database.close()
        for task in tasks { #expect(try await task.value == 0) }
        let closed = SQLFault.unavailable("it is closing")
        await #expect(throws: closed) { try await database.write { try $0.run(BookSchema.insert(99, "late")) } }
        await #expect(throws: closed) { try await database.read { try $0.run(BookSchema.titles) } }
        await #expect(throws: closed) { try await database.select(BookSchema.titles) }
        await database.close()
    }
}
