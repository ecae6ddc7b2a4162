public import ArgumentParser
import Logging

/// The options of a command that opens a service's database itself. On SQLite the service must be stopped then: its file
/// belongs to one process.
public struct DatabaseOptions: ParsableArguments {
    @OptionGroup var words: SettingWords

    @Option(help: "The service's data folder.")
    var data: String?

    @Option(help: "The service's database, as it is given to serve; a file in DATA if absent.")
    var database: String?

    @Option(help: "PostgreSQL: a file with the password on its first line.")
    var databasePasswordFile: String?

    /// Options nobody gave.
    public init() {}

    /// Opens the database of a service, found as `serve` finds it, and says where its data are.
    ///
    /// - Throws: `SettingsFault` or `SQLFault`, one line that says what to change.
    public func open(_ service: String, _ registry: [Setting]) async throws -> (ServiceDatabase, DataFolder) {
        let given = ["data": data, "database": database, "database-password-file": databasePasswordFile]
        let settings = try words.settings(registry, options: given.compactMapValues(\.self))
        let folder = DataFolder(settings.text("data") ?? "data")
        try folder.make()
        let opened = try await ServiceDatabase.open(
            service, settings, in: folder, log: Logger(label: "latchkey-\(service)"))
        return (opened, folder)
    }
}
