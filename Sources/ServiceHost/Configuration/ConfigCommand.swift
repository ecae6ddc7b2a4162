public import ArgumentParser
import Primitives
import StrictJSON

/// `config` of both services: shows what `serve` would read with the same file, environment and options.
public struct ConfigCommand<Configuration: ServiceConfiguration, Options: SettingOptions>: ParsableCommand {
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "config", abstract: "Checks the settings, or prints them with the place each one comes from.",
            subcommands: [Check.self, Print.self])
    }

    public init() {}

    /// `config check`: prints every mistake in a line of its own.
    public struct Check: ParsableCommand {
        public static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "check",
                abstract: "Reads the settings as serve does, prints every mistake, and exits with 1 if there is one.")
        }

        @OptionGroup var options: Options

        public init() {}

        /// - Throws: `SettingsFault` with one line for each mistake.
        public func run() throws {
            let (configuration, values) = try Configuration.read(options.reader())
            let now = WallClock.system.now
            let mistakes = configuration.common.fileMistakes(at: now)
            do {
                try configuration.checkBeforeStart(at: now)
            } catch {
                throw SettingsFault(["\(error)"] + mistakes)
            }
            guard mistakes.isEmpty else { throw SettingsFault(mistakes) }
            print("\(values.count) settings are right, \(values.count { $0.origin != nil }) of them given")
        }
    }

    /// `config print`: prints every setting. Values that may contain a secret are left out.
    public struct Print: ParsableCommand {
        public static var configuration: CommandConfiguration {
            CommandConfiguration(
                commandName: "print",
                abstract: "Prints each setting with its value, where it comes from, and its default.")
        }

        @OptionGroup var options: Options

        @Flag(help: "Print JSON.")
        var json = false

        public init() {}

        public func run() throws {
            var reader = try options.reader()
            _ = try Configuration(&reader)
            try reader.finish()
            let rows = zip(reader.declared, reader.values)
            if json { return print(JSON.array(rows.map { Self.object($0, $1) }).text) }
            for (setting, value) in rows { print(Self.line(setting, value).escapingUnprintable) }
        }

        static func line(_ setting: SettingDeclaration, _ value: SettingValue) -> String {
            let shown = value.shown.isEmpty ? "none" : value.shown
            guard let origin = value.origin else { return "\(value.key) = \(shown)  (default)" }
            let usual = setting.defaultText.isEmpty ? "none" : setting.defaultText
            return "\(value.key) = \(shown)  (\(origin); default \(usual))"
        }

        private static func object(_ setting: SettingDeclaration, _ value: SettingValue) -> JSON {
            [
                "setting": .string(value.key), "value": .string(value.shown),
                "from": .string(value.origin ?? "default"),
                "default": .string(setting.defaultText),
            ]
        }
    }
}
