public import ArgumentParser
import Foundation

/// Where the settings of a command come from, beside its own options: a file, the environment, and any of them as words.
public struct SettingWords: ParsableArguments {
    @Option(help: "A JSON file of settings.")
    var config: String?

    @Option(name: .customLong("set"), help: "Any other setting, as key=value; may be given several times.")
    var others: [String] = []

    /// Options nobody gave.
    public init() {}

    /// Reads file, environment, the command's own options and the words, later ones over earlier ones.
    ///
    /// - Throws: `SettingsFault`, one line that says which is wrong and what it must be.
    func settings(_ registry: [Setting], options: [String: String]) throws -> Settings {
        var flags = options
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
