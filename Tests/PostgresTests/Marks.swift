#if Postgres
import Glibc
import Postgres
import PostgresSupport
import Primitives
import SQL

/// A schema that can be asked to go wrong: marks that may stand twice, and functions that fail so many times first.
enum Marks {
    static let migrations = [
        Migration(
            id: 1, name: "marks and tries",
            statements: [
                "CREATE TABLE mark (id BIGINT NOT NULL, note TEXT)",
                "CREATE SEQUENCE tries",
                // Fails the first so many times with this error; the sequence counts on when a transaction is undone.
                """
                CREATE FUNCTION fails(code TEXT, times BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS '
                BEGIN
                    IF nextval(''tries'') <= times THEN
                        RAISE EXCEPTION ''canary-detail'' USING ERRCODE = code;
                    END IF;
                    RETURN currval(''tries'');
                END'
                """,
                // The same, at the commit of whoever has put a mark with a note into this table.
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

    static func put(_ id: Int) -> Statement { Statement("INSERT INTO mark (id) VALUES ($1)", .int(id)) }

    /// How often each mark stands there.
    static func counts(in database: PostgresDatabase) async throws -> [Int64: Int64] {
        let rows = try await database.select(Statement("SELECT id, count(*) FROM mark GROUP BY id"))
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.int(0), try $0.int(1)) })
    }

    /// How often the failing functions were called.
    static func tries(in database: PostgresDatabase) async throws -> Int64 {
        try await database.select(Statement("SELECT last_value FROM tries"))[0].int(0)
    }

    /// The server's process behind the connection a transaction is on.
    static func process(of transaction: any Transaction) throws -> Int32 {
        Int32(try transaction.run(Statement("SELECT pg_backend_pid()"))[0].int(0))
    }

    /// Ends it; returns when it is gone.
    static func end(_ transaction: any Transaction) throws {
        let process = try process(of: transaction)
        kill(process, SIGTERM)
        while kill(process, 0) == 0 { usleep(5_000) }
    }
}

extension SQLFault {
    var isUnavailable: Bool { if case .unavailable = self { true } else { false } }
    var isUnknown: Bool { if case .unknownOutcome = self { true } else { false } }
}

/// How long something took.
func took(_ body: () async throws -> Void) async rethrows -> Duration {
    let start = SteadyClock.system.now
    try await body()
    return SteadyClock.system.now - start
}
#endif
