#if Postgres
import PostgresSupport
import SQL
import Testing

@testable import Postgres

struct ManyOpenersTests {
    @Test(arguments: [true, false])
    func `instances that start together on an empty database run its migrations once`(prepared: Bool) async throws {
        for _ in 0..<5 {
            let fresh = try await FreshDatabase(on: .local())
            let counts = try await withThrowingTaskGroup { group in
                for _ in 0..<8 {
                    group.addTask {
                        let database = try await fresh.open {
                            $0.prepared = prepared; $0.poolSize = 2
                        }
                        let steps = try await Migrations.run(Marks.migrations, on: database)
                        await database.close()
                        return steps.count
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(counts.sorted() == [0, 0, 0, 0, 0, 0, 0, 1])
        }
    }
}
#endif
