public import ArgumentParser
import Logging
import SQL

/// The options of a command that opens a service's database itself. On SQLite the service must be stopped, because only
/// one process opens the file.
public struct DatabaseOptions: ParsableArguments {
    @OptionGroup var sources: SettingSources

    @Option(help: "The service's data folder.")
    var data: String?

    @Option(help: "The service's database, as for serve; a file in DATA by default.")
    var database: String?

    @Option(help: "PostgreSQL: a file with the password in its first line.")
    var databasePasswordFile: String?

    public init() {}

    /// Opens the database that `serve` would open with the same settings.
    ///
    /// - Parameter beginGeneration: changes the database at the beginning of a generation, as for `serve`; used only if
    ///   the command calls ``ServiceDatabase/checkTimeline()``, which a command that changes data has to do.
    /// - Throws: `SettingsFault` or `SQLFault`, one line that says what to change.
    public func open<Configuration: ServiceConfiguration>(
        _ type: Configuration.Type,
        beginGeneration: @escaping GenerationChange = { _, _, _ in }
    ) async throws -> (database: any ServiceDatabase, configuration: Configuration) {
        let configuration = try configuration(type)
        let common = configuration.common
        try common.dataFolder.create()
        let check = common.timelineCheck(
            log: Logger(label: "latchkey-\(common.service)"), beginGeneration: beginGeneration)
        let database = try await common.openDatabase(check: check, whenChecked: { _ in })
        return (database, configuration)
    }

    /// Reads the settings that `serve` would have.
    public func configuration<Configuration: ServiceConfiguration>(
        _ type: Configuration.Type
    ) throws(SettingsFault) -> Configuration {
        try Configuration(
            reading: sources.reader(
                options: ["data": data, "database": database, "database-password-file": databasePasswordFile]))
    }
}
