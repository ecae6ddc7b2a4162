import Primitives
import SQL
import SQLite

/// Puts a copy made by `backup` in the place of a SQLite database. Everything that can be wrong with the copy is found
/// before the present database is touched, on a second copy beside it.
struct SQLiteRestore {
    /// The database file, or a symbolic link to it. The link stays, and the file that it leads to is replaced.
    let path: String
    let copy: String
    /// The time in the name under which the present database is kept.
    let now: Instant

    /// The outcome of a restore that has put the copy in the place of the database.
    struct Outcome: Sendable, Hashable {
        /// The name under which the database that was there is kept; nil if there was none.
        let kept: String?
        /// The former databases that earlier restores have kept.
        let keptBefore: [String]
    }

    /// - Throws: `SettingsFault` or `SQLFault`, one line that says why nothing was changed.
    func run(
        _ migrations: [Migration], checkKeys: (any Database) async throws -> Void
    ) async throws -> Outcome {
        try await SQLiteDatabase.locked(path) { path in
            let draft = try SQLiteDatabase.prepareRestore(of: path, from: copy)
            do {
                try await check(draft, migrations, checkKeys)
                let former = KeptDatabases(database: path), before = former.paths, aside = former.path(at: now)
                let isKept = try SQLiteDatabase.replace(path, with: draft, keeping: aside)
                return Outcome(kept: isKept ? aside : nil, keptBefore: before)
            } catch {
                SQLiteDatabase.discardRestore(draft)
                throw error
            }
        }
    }

    private func check(
        _ draft: String, _ migrations: [Migration], _ checkKeys: (any Database) async throws -> Void
    ) async throws {
        let database: SQLiteDatabase
        do {
            database = try SQLiteDatabase.open(path: draft, readers: 1)
        } catch SQLFault.corrupt(let detail) {
            throw SettingsFault("\(copy) is damaged or no database (\(detail)): take another copy")
        }
        try await database.closing {
            let tables = try await database.select(
                Statement("SELECT 1 FROM sqlite_master WHERE name = 'schema_migration'"))
            guard !tables.isEmpty else { throw notABackup }
            try await CopiedSchema(of: database, in: copy).check(migrations, sample: draft + ".schema")
            try await Migrations.run(migrations, on: database)
            guard try await StoredTimeline.read(on: database)?.copiedAt != nil else { throw notABackup }
            try await checkKeys(database)
        }
    }

    private var notABackup: SettingsFault {
        SettingsFault("\(copy) was not made by the command backup: only such a copy is whole and marked")
    }
}
