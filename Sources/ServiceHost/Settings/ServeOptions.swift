public import ArgumentParser
import Foundation

/// The options of `serve`: any setting as `--key value`, and where the settings file is.
public struct ServeOptions: ParsableArguments {
    @Option(help: "A JSON file of settings.")
    var config: String?

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

    @Option(name: .customLong("set"), help: "Any other setting, as key=value; may be given several times.")
    var others: [String] = []

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
        for other in others {
            let sides = other.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { throw SettingsFault("--set takes key=value, not \"\(other)\"") }
            flags[String(sides[0])] = String(sides[1])
        }
        var file: (path: String, text: [UInt8])?
        if let config {
            guard let text = FileManager.default.contents(atPath: config) else {
                throw SettingsFault("the settings file \(config) cannot be read")
            }
            file = (config, [UInt8](text))
        }
        return try Settings(
            registry, file: file, environment: ProcessInfo.processInfo.environment, flags: flags)
    }
}
