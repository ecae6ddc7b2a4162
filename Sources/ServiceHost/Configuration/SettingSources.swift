public import ArgumentParser

/// The command-line options that bring in settings from elsewhere: a JSON file, and any setting by its key.
public struct SettingSources: ParsableArguments, Sendable {
    @Option(help: "A JSON file of settings.")
    var config: String?

    @Option(name: .customLong("set"), help: "Any setting, as key=value; may be given several times.")
    var others: [String] = []

    public init() {}

    /// Opens the settings of the file, the environment and the command line.
    ///
    /// - Parameter options: settings the command has options of its own for, by key. `--set` wins over them.
    func reader(options: [String: String?]) throws(SettingsFault) -> SettingReader {
        var flags = options.compactMapValues(\.self)
        for other in others {
            let sides = other.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { throw SettingsFault("--set takes key=value, not \"\(other)\"") }
            flags[String(sides[0])] = String(sides[1])
        }
        var file: (path: String, bytes: [UInt8])?
        if let config {
            if let problem = FileOwnership.problem(config, "the settings file") { throw SettingsFault(problem) }
            guard let bytes = SmallFile.read(config) else {
                throw SettingsFault("the settings file \(config) cannot be read")
            }
            file = (config, bytes)
        }
        return try SettingReader(file: file, environment: Self.environment(), flags: flags)
    }

    /// The variables the process was started with.
    private static func environment() -> [String: String] {
        var variables: [String: String] = [:]
        for entry in (SmallFile.read("/proc/self/environ", limit: 4 << 20) ?? []).split(separator: 0) {
            let sides = String(decoding: entry, as: UTF8.self)
                .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if sides.count == 2 { variables[String(sides[0])] = String(sides[1]) }
        }
        return variables
    }
}
