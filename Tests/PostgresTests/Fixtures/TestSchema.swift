#if Postgres
import Glibc
import Postgres
import PostgresSupport
import Primitives
import SQL

/// A table of marks without a unique key, so that a transaction applied twice is seen, and functions that fail on
/// purpose.
enum TestSchema {
    static let migrations = [
        Migration(
            id: 1, name: "marks and tries",
            statements: [
                "CREATE TABLE mark (id BIGINT NOT NULL, note TEXT)",
                "CREATE SEQUENCE tries",
                // Fails the first `times` calls with this SQLSTATE. A sequence counts them, because a rollback does not
                // reset it.
                """
                CREATE FUNCTION fails(code TEXT, times BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS '
                BEGIN
                    IF nextval(''tries'') <= times THEN
                        RAISE EXCEPTION ''canary-detail'' USING ERRCODE = code;
                    END IF;
                    RETURN currval(''tries'');
                END'
                """,
                // Calls `fails` with the row of `late` that a transaction inserted, at the commit of that transaction.
                """
                CREATE FUNCTION fails_late() RETURNS TRIGGER LANGUAGE plpgsql AS '
                BEGIN PERFORM fails(NEW.note, NEW.id); RETURN NULL; END'
                """,
                "CREATE TABLE late (id BIGINT, note TEXT)",
                """
                CREATE CONSTRAINT TRIGGER late AFTER INSERT ON late DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION fails_late()
                """,
                "CREATE FUNCTION forget() RETURNS BIGINT LANGUAGE plpgsql AS 'BEGIN EXECUTE ''DEALLOCATE ALL''; RETURN 1; END'",
            ])
    ]

    static func insertMark(_ id: Int) -> Statement { Statement("INSERT INTO mark (id) VALUES ($1)", .int(id)) }

    /// The number of rows of each mark.
    static func markCounts(in database: PostgresDatabase) async throws -> [Int64: Int64] {
        let rows = try await database.select(Statement("SELECT id, count(*) FROM mark GROUP BY id"))
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.int(0), try $0.int(1)) })
    }

    /// The number of calls of the failing functions.
    static func attempts(in database: PostgresDatabase) async throws -> Int64 {
        try await database.select(Statement("SELECT last_value FROM tries"))[0].int(0)
    }

    /// The id of the server process that serves a transaction's connection.
    static func serverProcess(of transaction: any Transaction) throws -> Int32 {
        Int32(try transaction.run(Statement("SELECT pg_backend_pid()"))[0].int(0))
    }

    /// Ends the server process of a transaction's connection, which closes the connection. Returns when it has ended.
    static func endServerProcess(of transaction: any Transaction) throws {
        endServerProcess(try serverProcess(of: transaction))
    }

    /// Ends a server process. Returns when it has ended.
    static func endServerProcess(_ process: Int32) {
        kill(process, SIGTERM)
        while kill(process, 0) == 0 { usleep(5_000) }
    }
}

extension SQLFault {
    var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
    var isUnknown: Bool { if case .unknownOutcome = self { true } else { false } }
}

/// Measures how long a closure takes.
func took(_ body: () async throws -> Void) async rethrows -> Duration {
    let start = SteadyClock.system.now
    try await body()
    return SteadyClock.system.now - start
}
#endif
