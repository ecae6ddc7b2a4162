public import ArgumentParser
public import SQL

/// `migrate` of both services: brings a database to the schema this version was written for, or says how far it is.
public struct MigrateOptions: ParsableArguments {
    @OptionGroup var place: DatabaseOptions

    @Flag(help: "Change nothing; end with 1 if there is something to do.")
    var check = false

    /// Options nobody gave.
    public init() {}

    /// Runs what is pending, while others wait.
    ///
    /// - Parameter say: told a line for each step.
    /// - Throws: `ExitCode(1)` where nothing was to be changed and something is pending.
    public func run(
        _ service: String, _ registry: [Setting], _ migrations: [Migration], say: (String) -> Void
    ) async throws {
        let (opened, _) = try await place.open(service, registry)
        let steps: [Migration]
        do {
            steps =
                try await check
                ? Migrations.check(migrations, on: opened.database) : opened.migrate(migrations)
        } catch {
            await opened.database.close()
            throw error
        }
        await opened.database.close()
        for step in steps { say("\(check ? "pending" : "ran") \(step.id): \(step.name)") }
        if steps.isEmpty { say("the schema is up to date: \(migrations.count) of \(migrations.count)") }
        if check, !steps.isEmpty { throw ExitCode(1) }
    }
}
