public import ArgumentParser
import Logging

/// The options of a command that opens a service's database itself. On SQLite the service must be stopped then: its file
/// belongs to one process.
public struct DatabaseOptions: ParsableArguments {
    /// The folder of database, keys and socket.
    @Option(help: "The service's data folder.")
    public var data = "data"

    @Option(help: "The service's database, as it is given to serve; a file in DATA if absent.")
    var database: String?

    @Option(help: "PostgreSQL: a file with the password on its first line.")
    var databasePasswordFile: String?

    /// Options nobody gave.
    public init() {}

    /// Opens the database of a service.
    ///
    /// - Throws: `SettingsFault` or `SQLFault`, one line that says what to change.
    public func open(_ service: String, _ registry: [Setting]) async throws -> ServiceDatabase {
        let given = ["data": data, "database": database, "database-password-file": databasePasswordFile]
        let folder = DataFolder(data)
        try folder.make()
        return try await ServiceDatabase.open(
            service, try Settings(registry, flags: given.compactMapValues(\.self)), in: folder,
            log: Logger(label: "latchkey-\(service)"))
    }
}
