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
