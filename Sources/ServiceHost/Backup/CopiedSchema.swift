import SQL
import SQLite

/// The check that a copy has exactly the tables and indexes that the migrations make, and neither triggers nor views.
/// These would change what the service writes or reads, on behalf of whoever has put them into the copy.
struct CopiedSchema {
    private let database: SQLiteDatabase
    private let copy: String

    /// - Parameters:
    ///   - database: the opened copy, on which no migration has run yet.
    ///   - copy: the name of the copy in the refusal.
    init(of database: SQLiteDatabase, in copy: String) { (self.database, self.copy) = (database, copy) }

    /// - Parameter sample: the path at which a database of the copy's schema version is made for the comparison; it is
    ///   removed again.
    /// - Throws: `SettingsFault` that names the first difference; `SQLFault/schema(_:)` for a copy with other
    ///   migrations.
    func check(_ migrations: [Migration], sample: String) async throws {
        let found = try await Self.objects(of: database)
        if let active = found.first(where: { $0.isActive }) { throw refusal(active) }
        let pending = try await Migrations.check(migrations, on: database)
        SQLiteDatabase.discardRestore(sample)
        defer { SQLiteDatabase.discardRestore(sample) }
        let model = try SQLiteDatabase.open(path: sample, readers: 1)
        let expected = try await model.closing {
            try await Migrations.run(migrations.dropLast(pending.count), on: model)
            return try await Self.objects(of: model)
        }
        if let first = found.symmetricDifference(expected).min(by: { $0.name < $1.name }) { throw refusal(first) }
    }

    /// One row of the table in which SQLite keeps the schema.
    private struct Object: Hashable {
        let type: String, name: String, definition: String

        /// Tables and indexes hold data; everything else acts when they are used.
        var isActive: Bool { type != "table" && type != "index" }
    }

    /// The objects without those that SQLite makes by itself: the indexes of keys, and the statistics of `ANALYZE`.
    private static func objects(of database: SQLiteDatabase) async throws -> Set<Object> {
        let rows = try await database.select(
            Statement(
                """
                SELECT type, name, coalesce(sql, '') FROM sqlite_master
                WHERE NOT (type = 'index' AND sql IS NULL) AND NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4'))
                """))
        return Set(
            try rows.map { Object(type: try $0.text(0), name: try $0.text(1), definition: try $0.text(2)) })
    }

    private func refusal(_ object: Object) -> SettingsFault {
        // The name comes from the copy, so that it may contain anything.
        let name = String(object.name.filter { $0.isLetter || $0.isNumber || $0 == "_" }.prefix(60))
        return SettingsFault(
            "\(copy) was changed after the command backup had made it, because its schema is another one (\(object.type) "
                + "\(name)): take another copy")
    }
}
