public import ArgumentParser
public import SQL

/// `migrate` of both services: runs the migrations that are pending, or lists them.
public struct MigrateOptions: ParsableArguments {
    @OptionGroup var options: DatabaseOptions

    @Flag(help: "Only list pending migrations, and exit with 1 if there are any. A missing SQLite file is created.")
    var check = false

    public init() {}

    /// Runs the pending migrations and prints a line for each. With `--check` it only prints the lines, but a missing
    /// database file and the table `schema_migration` are created even then.
    ///
    /// - Throws: `ExitCode(1)` if `--check` was given and a migration is pending.
    public func run<Configuration: ServiceConfiguration>(
        _ type: Configuration.Type, _ migrations: [Migration]
    ) async throws {
        let opened = try await options.open(type).database
        let steps = try await opened.closing {
            try await check ? Migrations.check(migrations, on: opened.database) : opened.migrate(migrations)
        }
        for step in steps { print("\(check ? "pending" : "ran") \(step.id): \(step.name)") }
        if steps.isEmpty { print("the schema is up to date: \(migrations.count) of \(migrations.count)") }
        if check, !steps.isEmpty { throw ExitCode(1) }
    }
}
