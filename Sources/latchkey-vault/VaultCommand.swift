public import ArgumentParser
import ServiceHost
import VaultStore

/// The command line of `latchkey-vault`.
@main
public struct VaultCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "latchkey-vault", abstract: "Stores people's secrets and synchronises them between their devices.",
        subcommands: [Serve.self, Migrate.self, SettingsCommand<VaultConfiguration>.self])

    public init() {}

    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "serve", abstract: "Runs the service.")

        @OptionGroup var options: ServeOptions

        func run() async throws {
            try await VaultServer(configuration: options.configuration(VaultConfiguration.self)).run()
        }
    }

    struct Migrate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "migrate",
            abstract: "Runs the pending migrations of the database, as serve does when it starts.")

        @OptionGroup var options: MigrateOptions

        func run() async throws { try await options.run(VaultConfiguration.self, VaultStore.migrations) }
    }
}
