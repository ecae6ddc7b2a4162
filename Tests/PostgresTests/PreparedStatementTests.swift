#if Postgres
import PostgresSupport
import Primitives
import SQL
import Testing

@testable import Postgres

struct PreparedStatementTests {
    private func connection(
        _ change: (inout PostgresSettings) -> Void = { _ in }
    ) async throws -> PostgresConnection {
        var settings = PostgresSettings(url: try await FreshDatabase(on: .local()).url)
        change(&settings)
        return try Connector(settings, clock: .system, onConnect: { _ in }).connect(readOnly: false)
    }

    private func run(_ text: String, on connection: PostgresConnection) throws -> [Row] {
        let statement = try connection.check(Statement(text), isInternal: true)
        let results = try connection.exchange { () throws(ConnectionFailure) in try connection.send(statement) }
        return results[0].rows
    }

    @Test func `a statement that leaves the full cache is deallocated on the server`() async throws {
        let connection = try await connection()
        for number in 1...300 { #expect(try run("SELECT \(number)", on: connection).count == 1) }
        // The last one leaves the server with the sync that follows this query.
        let count = try run("SELECT count(*) FROM pg_prepared_statements", on: connection)[0].int(0)
        #expect(count == 257 && connection.isUsable)
    }

    /// Up to eight results before the sync of an exchange are passed over, so nine replies to DEALLOCATE that nobody
    /// expects would break the connection.
    @Test
    func `all preparations of a statement that leaves the full cache are deallocated, and the next results arrive`()
        async throws
    {
        let connection = try await connection()
        for first in [1, "a", .bytes([1])] as [SQLValue] {
            for second in [1, "a", .bytes([1])] as [SQLValue] {
                let text = "SELECT 1 FROM (SELECT $1, $2) AS pair (a, b)"
                let statement = try connection.check(Statement(text, first, second))
                #expect(statement.cached.preparations.count < 9)
                _ = try connection.exchange { () throws(ConnectionFailure) in try connection.send(statement) }
            }
        }
        let count = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%AS pair%'"
        #expect(try run(count, on: connection)[0].int(0) == 9 + 1)
        for number in 1...300 { #expect(try run("SELECT \(number)", on: connection)[0].int(0) == Int64(number)) }
        #expect(try run(count, on: connection)[0].int(0) == 1)
    }

    @Test func `a preparation that failed is removed, and the others of the statement stay`() throws {
        let statement = try CachedStatement("SELECT $1")
        statement.preparations = [.init(name: "s1", types: [20]), .init(name: "s2", types: [25])]
        statement.removePreparation(named: "s1")
        #expect(statement.preparations.map(\.name) == ["s2"])
        #expect(statement.preparation(for: [20]) == nil && statement.preparation(for: [25])?.name == "s2")
    }

    @Test(arguments: [(true, Int64(0)), (false, 1)])
    func `statements that others may have prepared on the server are not deallocated`(isDirect: Bool, left: Int64)
        async throws
    {
        let connection = try await connection { $0.preparesStatements = isDirect }
        _ = try run("PREPARE other AS SELECT 1", on: connection)
        try connection.deallocateAll()
        let count = "SELECT count(*) FROM pg_prepared_statements WHERE name = 'other'"
        #expect(try run(count, on: connection)[0].int(0) == left)
    }

    @Test func `a connection that prepares its statements again is kept`() async throws {
        let database = try await FreshDatabase(TestSchema.migrations, on: .local()).open { $0.poolSize = 1 }
        let first = try await database.write { try TestSchema.serverProcess(of: $0) }
        _ = try await database.write { try $0.run(Statement("SELECT forget()")) }
        #expect(try await database.write { try TestSchema.serverProcess(of: $0) } == first)
        await database.close()
    }

    @Test(arguments: ["BEGIN", "commit", "ROLLBACK", "SAVEPOINT a", "SET lock_timeout = 0", "DEALLOCATE ALL"])
    func `a transaction may not run statements that only the engine runs`(text: String) async throws {
        let database = try await FreshDatabase(on: .local()).open()
        let fault = SQLFault.statement(text: text, message: "only the engine begins and ends transactions")
        await #expect(throws: fault) { try await database.write { try $0.run(Statement(text)) } }
        await database.close()
    }
}
#endif
