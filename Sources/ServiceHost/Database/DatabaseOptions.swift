public import ArgumentParser
import Logging

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
    /// - Throws: `SettingsFault` or `SQLFault`, one line that says what to change.
    public func open<Configuration: ServiceConfiguration>(
        _ type: Configuration.Type
    ) async throws -> (database: any ServiceDatabase, configuration: Configuration) {
        let configuration = try Configuration(
            reading: sources.reader(
                options: ["data": data, "database": database, "database-password-file": databasePasswordFile]))
        let common = configuration.common
        try common.dataFolder.create()
        let database = try await common.openDatabase(log: Logger(label: "latchkey-\(common.service)")) { _ in }
        return (database, configuration)
    }
}
