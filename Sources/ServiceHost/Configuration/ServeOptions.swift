public import ArgumentParser

/// Options of a command line that give the settings of a service.
public protocol SettingOptions: ParsableArguments, Sendable {
    /// Opens the settings of the file, the environment and the command line.
    func reader() throws(SettingsFault) -> SettingReader
}

/// The options of `serve`: the most used settings as options, the others with `--set` or a file.
public struct ServeOptions: SettingOptions {
    @OptionGroup var sources: SettingSources

    @Flag(help: "Demonstration: make missing keys, allow codes in the log, add a group that needs no code.")
    var demo = false

    @Option(help: "The folder of database, keys and socket.")
    var data: String?

    @Option(help: "The database: sqlite:PATH, or postgres://user@host/name; a file in DATA by default.")
    var database: String?

    @Option(help: "The public listener, which the proxy forwards to: host:port.")
    var listen: String?

    @Option(help: "The listener for the other service: host:port or unix:PATH.")
    var internalListen: String?

    @Option(help: "The listener for health and metrics: host:port.")
    var operationsListen: String?

    @Option(help: "The other service's internal address: http://host:port/rpc, https://host:port/rpc or unix:PATH.")
    var peerURL: String?

    public init() {}

    public func reader() throws(SettingsFault) -> SettingReader { try reader(more: [:]) }

    /// Opens the settings of the file, the environment and the command line.
    ///
    /// - Parameter more: options of this service's `serve` alone, by key of the setting.
    public func reader(more: [String: String?]) throws(SettingsFault) -> SettingReader {
        let options: [String: String?] = [
            "demo": demo ? "true" : nil, "data": data, "database": database, "listen": listen,
            "internal-listen": internalListen, "operations-listen": operationsListen, "peer-url": peerURL,
        ]
        return try sources.reader(options: options.merging(more) { $1 })
    }
}
