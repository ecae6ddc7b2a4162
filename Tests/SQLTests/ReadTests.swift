import SQL
import Testing

struct ReadTests {
    @Test(arguments: Engine.all)
    func `a read keeps its snapshot while others commit`(engine: Engine) async throws {
        let database = try await engine.open()
        let writer = Task {
            for id in 0..<100 {
                _ = try await database.write {
                    try $0.batch([BookSchema.insert(id * 2, "\(id)a"), BookSchema.insert(id * 2 + 1, "\(id)b")])
                }
            }
        }
        for _ in 0..<30 {
            let counts = try await database.read { transaction in
                try (0..<4).map { _ in try transaction.run(Statement("SELECT count(*) FROM book"))[0].int(0) }
            }
            #expect(Set(counts).count == 1 && counts[0] % 2 == 0)
        }
        try await writer.value
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `an acknowledged write is seen by every read that begins later`(engine: Engine) async throws {
        let database = try await engine.open()
        try await withThrowingTaskGroup { group in
            for lane in 0..<8 {
                group.addTask {
                    for step in 0..<10 {
                        let id = lane * 100 + step, find = Statement("SELECT id FROM book WHERE id = $1", .int(id))
                        _ = try await database.write { try $0.run(BookSchema.insert(id, "\(id)")) }
                        #expect(try await database.select(find).count == 1)
                        #expect(try await database.read { try $0.run(find) }.count == 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a read cannot change anything`(engine: Engine) async throws {
        let database = try await engine.open()
        for statement in [BookSchema.insert(1, "smuggled"), Statement("DELETE FROM book")] {
            let faults = [
                await #expect(throws: SQLFault.self) { try await database.read { try $0.run(statement) } },
                await #expect(throws: SQLFault.self) { try await database.select(statement) },
            ]
            for fault in faults {
                guard case .statement? = fault else { Issue.record("\(String(describing: fault))"); continue }
            }
        }
        #expect(try await BookSchema.titles(in: database) == [])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a read that throws leaves its connection fit for the next`(engine: Engine) async throws {
        let database = try await engine.open()
        for _ in 0..<20 {
            await #expect(throws: Refused.self) {
                try await database.read { transaction in
                    try transaction.run(Statement("SELECT 1"))
                    throw Refused()
                }
            }
        }
        _ = try await database.write { try $0.run(BookSchema.insert(1, "seen")) }
        #expect(try await BookSchema.titles(in: database) == ["seen"])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a point read that fails does not affect others that run at the same time`(engine: Engine) async throws {
        let database = try await engine.open()
        _ = try await database.write { try $0.run(BookSchema.insert(7, "seven")) }
        let tasks = (0..<60).map { number in
            Task {
                let text = number % 7 == 0 ? "SELECT id FROM nowhere WHERE 1 = $1" : "SELECT $1 + id FROM book"
                return try await database.select(Statement(text, .int(number)))
            }
        }
        for (number, task) in tasks.enumerated() {
            switch await task.result {
            case .success(let rows): #expect(number % 7 != 0 && rows.map(\.values) == [[.int(number + 7)]])
            case .failure: #expect(number % 7 == 0)
            }
        }
        await database.close()
    }
}
