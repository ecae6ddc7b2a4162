import SQL
import Support
import Testing

@testable import SQLite

struct MigrationTests {
    private static let steps = [
        Migration(id: 1, name: "one", statements: ["CREATE TABLE one (a BIGINT)"]),
        Migration(id: 2, name: "two", statements: ["CREATE TABLE two (a BYTEA)", "INSERT INTO one VALUES (7)"]),
    ]

    private func open() throws -> SQLiteDatabase { try SQLiteDatabase.open(path: scratchFolder() + "/steps.sqlite") }

    @Test func `each step runs once and in order`() async throws {
        let database = try open()
        #expect(try await Migrations.check(Self.steps, on: database) == Self.steps)
        #expect(try await Migrations.run([Self.steps[0]], on: database) == [Self.steps[0]])
        #expect(try await Migrations.check(Self.steps, on: database) == [Self.steps[1]])
        #expect(try await Migrations.run(Self.steps, on: database) == [Self.steps[1]])
        #expect(try await Migrations.run(Self.steps, on: database) == [])
        #expect(try await database.read { try $0.run(Statement("SELECT a FROM one")).map { try $0.int(0) } } == [7])
    }

    @Test func `two runs that start together apply each step once`() async throws {
        let database = try open()
        async let first = Migrations.run(Self.steps, on: database)
        async let second = Migrations.run(Self.steps, on: database)
        #expect(try await [first.count, second.count].sorted() == [0, 2])
    }

    @Test func `a failing migration leaves no change of any pending migration`() async throws {
        let database = try open()
        let broken = Migration(id: 3, name: "three", statements: ["CREATE TABLE three (a BIGINT)", "NONSENSE"])
        await #expect(throws: SQLFault.self) { try await Migrations.run(Self.steps + [broken], on: database) }
        #expect(try await Migrations.check(Self.steps, on: database) == Self.steps)
    }

    @Test func `a database newer than the code is refused in one sentence`() async throws {
        let database = try open()
        try await Migrations.run(Self.steps, on: database)
        let sentence = "The database has 2 migrations and this version knows 1: start the newer version."
        await #expect(throws: SQLFault.schema(sentence)) { try await Migrations.run([Self.steps[0]], on: database) }
    }

    @Test func `a database whose migrations have other names is refused`() async throws {
        let database = try open()
        try await Migrations.run(Self.steps, on: database)
        let other = Migration(id: 1, name: "uno", statements: [])
        await #expect(throws: SQLFault.self) { try await Migrations.check([other, Self.steps[1]], on: database) }
    }

    @Test func `a list of migrations with a gap in its numbers is refused`() async throws {
        let database = try open()
        await #expect(throws: SQLFault.self) { try await Migrations.run([Self.steps[1]], on: database) }
    }
}
