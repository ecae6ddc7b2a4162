import SQL
import Testing

struct DialectTests {
    @Test(arguments: [
        ("SELECT a FROM b {lockRow}", "SELECT a FROM b ", "SELECT a FROM b FOR UPDATE"),
        ("SELECT a LIMIT 1 {claim}", "SELECT a LIMIT 1 ", "SELECT a LIMIT 1 FOR UPDATE SKIP LOCKED"),
        ("SELECT '{}'", "SELECT '{}'", "SELECT '{}'"),
    ])
    func `a placeholder is replaced by each engine's own clause`(text: String, sqlite: String, postgres: String) {
        #expect(Dialect.sqlite.render(text) == sqlite)
        #expect(Dialect.postgres.render(text) == postgres)
    }

    @Test(arguments: [
        (
            "CREATE TABLE a (b BIGINT, c BYTEA DEFAULT 'BYTEA', d TEXT)",
            "CREATE TABLE a (b INTEGER, c BLOB DEFAULT 'BYTEA', d TEXT) STRICT"
        ),
        ("create table a (bigint_b bigint)", "create table a (bigint_b INTEGER) STRICT"),
        (
            "CREATE TABLE a (b BIGINT PRIMARY KEY) {clustered}",
            "CREATE TABLE a (b INTEGER PRIMARY KEY) WITHOUT ROWID, STRICT"
        ),
        ("ALTER TABLE a ADD COLUMN e BYTEA", "ALTER TABLE a ADD COLUMN e BLOB"),
        ("CREATE UNIQUE INDEX i ON a (b) WHERE d IS NULL", "CREATE UNIQUE INDEX i ON a (b) WHERE d IS NULL"),
    ])
    func `a schema with PostgreSQL's types gets STRICT tables on SQLite`(text: String, sqlite: String) throws {
        #expect(try Dialect.sqlite.define(text) == sqlite)
        #expect(try Dialect.postgres.define(text) == text.replacing(" {clustered}", with: " "))
    }

    @Test(arguments: ["INTEGER", "serial", "BOOLEAN", "VARCHAR(20)", "BLOB", "timestamptz"])
    func `a type that only one engine has is refused`(type: String) {
        #expect(throws: SQLFault.self) { try Dialect.sqlite.define("CREATE TABLE a (b \(type))") }
        #expect(throws: SQLFault.self) { try Dialect.postgres.define("CREATE TABLE a (b \(type))") }
    }
}
