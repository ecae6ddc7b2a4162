import SQL
import SQLite
import Support
import Testing

#if Postgres
import Postgres
import PostgresSupport
#endif

/// The database engines and their modes, which must all behave alike.
enum Engine: Sendable, CustomTestStringConvertible {
    case sqlite
    case postgres
    /// Without prepared statements, as behind pgBouncer.
    case postgresUnprepared

    #if Postgres
    static let all = [Engine.sqlite, .postgres, .postgresUnprepared]
    #else
    static let all = [Engine.sqlite]
    #endif

    var testDescription: String {
        switch self {
        case .sqlite: "SQLite"
        case .postgres: "PostgreSQL"
        case .postgresUnprepared: "PostgreSQL, unprepared"
        }
    }

    /// Opens a new database and runs these migrations on it.
    func open(_ migrations: [Migration] = BookSchema.migrations) async throws -> any Database {
        switch self {
        case .sqlite:
            let database = try SQLiteDatabase.open(path: scratchFolder() + "/contract.sqlite")
            try await Migrations.run(migrations, on: database)
            return database
        #if Postgres
        case .postgres: return try await FreshDatabase(migrations).open { $0.poolSize = 4 }
        case .postgresUnprepared:
            return try await FreshDatabase(migrations).open {
                $0.poolSize = 4
                $0.preparesStatements = false
            }
        #else
        case .postgres, .postgresUnprepared: preconditionFailure("built without PostgreSQL")
        #endif
        }
    }
}
