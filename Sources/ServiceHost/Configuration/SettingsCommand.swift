public import ArgumentParser

/// `settings` of both services: prints every setting as a table in Markdown.
public struct SettingsCommand<Configuration: ServiceConfiguration>: ParsableCommand {
    public static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "settings", abstract: "Prints every setting with its values and default.")
    }

    public init() {}

    public func run() throws {
        print("| setting | values | default | meaning | changed by |\n|---|---|---|---|---|")
        for setting in try Configuration.declarations() {
            let shown = setting.defaultText.isEmpty ? "none" : "`\(setting.defaultText)`"
            print(
                "| `\(setting.key)` | \(setting.format) | \(shown) | \(setting.help) | \(setting.isLive ? "SIGHUP" : "restart") |"
            )
        }
    }
}
