public import ArgumentParser
import Glibc
import Primitives
public import SQL
import SQLite

/// `backup` of both services: copies the SQLite database into a new file.
///
/// The copy is marked as one, so that its first start always begins a new generation.
public struct BackupOptions: ParsableArguments {
    @OptionGroup var options: DatabaseOptions

    @Option(name: .customLong("to"), help: "The new file. An existing file is refused.")
    var target: String

    @Flag(help: "Print JSON, and no progress.")
    var json = false

    public init() {}

    /// Makes the copy and prints what was done.
    ///
    /// - Throws: one line that says what to change; nothing is left at the target then.
    public func run<Configuration: ServiceConfiguration>(
        _ type: Configuration.Type, _ migrations: [Migration]
    ) async throws {
        let common = try options.configuration(type).common
        guard case .sqlite(let path) = common.database else {
            throw ValidationError(
                "PostgreSQL has its own tools: copy the database with pg_basebackup or pg_dump while the service runs")
        }
        guard access(path, F_OK) == 0 else {
            throw ValidationError("there is no database \(path): name its data folder with --data")
        }
        let opened = try await options.open(type).database
        do {
            try await copy(opened.database, migrations)
        } catch {
            await opened.database.close()
            throw error
        }
        await opened.database.close()
        print(json ? #"{"done":true}"# : "\(path) was copied to \(target)")
    }

    private func copy(_ database: any Database, _ migrations: [Migration]) async throws {
        guard let file = database as? SQLiteDatabase else { return }
        guard try await Migrations.check(migrations, on: database).isEmpty else {
            throw ValidationError("the database has pending migrations: run the command migrate first")
        }
        try file.backup(
            to: target, mark: { try StoredTimeline.markAsCopy(at: WallClock.system.now, in: $0) },
            progress: { progress in
                // Copies of less than about 400 MB are done before anybody needs to know.
                if !json, progress.total > 100_000 { print("\(progress.copied) of \(progress.total) pages") }
            })
    }
}
