import SQL
import Testing

struct MigrationTests {
    private static let steps = [
        Migration(id: 1, name: "one", statements: ["CREATE TABLE one (a BIGINT)"]),
        Migration(
            id: 2, name: "two",
            statements: ["CREATE TABLE two (a BYTEA, b BIGINT PRIMARY KEY) {clustered}", "INSERT INTO one VALUES (7)"]),
    ]

    @Test(arguments: Engine.all)
    func `each step runs once and in order`(engine: Engine) async throws {
        let database = try await engine.open([])
        #expect(try await Migrations.check(Self.steps, on: database) == Self.steps)
        #expect(try await Migrations.run([Self.steps[0]], on: database) == [Self.steps[0]])
        #expect(try await Migrations.check(Self.steps, on: database) == [Self.steps[1]])
        #expect(try await Migrations.run(Self.steps, on: database) == [Self.steps[1]])
        #expect(try await Migrations.run(Self.steps, on: database) == [])
        #expect(try await database.select(Statement("SELECT a FROM one")).map(\.values) == [[7]])
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a failing migration leaves no change of any pending migration`(engine: Engine) async throws {
        let database = try await engine.open([])
        let broken = Migration(id: 3, name: "three", statements: ["CREATE TABLE three (a BIGINT)", "NONSENSE"])
        await #expect(throws: SQLFault.self) { try await Migrations.run(Self.steps + [broken], on: database) }
        #expect(try await Migrations.check(Self.steps, on: database) == Self.steps)
        await database.close()
    }

    @Test(arguments: Engine.all)
    func `a database newer than the code is refused in one sentence`(engine: Engine) async throws {
        let database = try await engine.open([])
        try await Migrations.run(Self.steps, on: database)
        let sentence = "The database has 2 migrations and this version knows 1: start the newer version."
        await #expect(throws: SQLFault.schema(sentence)) { try await Migrations.run([Self.steps[0]], on: database) }
        await database.close()
    }
}
