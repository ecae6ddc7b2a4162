public import ArgumentParser

/// The options of `serve`: any setting as `--key value`, and where the settings file is.
public struct ServeOptions: ParsableArguments {
    @OptionGroup var words: SettingWords

    @Flag(help: "Make missing keys at first start; relax what a demonstration needs.")
    var demo = false

    @Option(help: "The folder of database, keys and socket.")
    var data: String?

    @Option(help: "sqlite:PATH, or postgres://user@host/name; a file in DATA if absent.")
    var database: String?

    @Option(help: "Where the proxy reaches the service: host:port.")
    var listen: String?

    @Option(help: "Where the other service of the pair reaches it: host:port.")
    var internalListen: String?

    @Option(help: "Where health and metrics are served: host:port.")
    var operationsListen: String?

    @Option(help: "The other service's internal address, http://host:port/rpc.")
    var peerURL: String?

    @Option(help: "The address devices use, as request proofs name it.")
    var publicURL: String?

    /// Options nobody gave.
    public init() {}

    /// Reads file, environment and flags into settings.
    public func settings(_ registry: [Setting], also extra: [String: String?] = [:]) throws -> Settings {
        var flags: [String: String] = extra.compactMapValues(\.self)
        if demo { flags["demo"] = "true" }
        for (key, value) in [
            ("data", data), ("database", database), ("listen", listen), ("internal-listen", internalListen),
            ("operations-listen", operationsListen), ("peer-url", peerURL), ("public-url", publicURL),
        ] where value != nil { flags[key] = value }
        return try words.settings(registry, options: flags)
    }
}
