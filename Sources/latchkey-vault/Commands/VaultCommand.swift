public import ArgumentParser
import Primitives
import ServiceHost
import VaultStore

/// The command line of `latchkey-vault`.
@main
public struct VaultCommand: AsyncParsableCommand {
    /// Its name and verbs.
    public static let configuration = CommandConfiguration(
        commandName: "latchkey-vault", abstract: "Keeps people's secrets and carries them between their devices.",
        subcommands: [Serve.self, Migrate.self])

    /// Nothing given.
    public init() {}

    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "serve", abstract: "Runs the service.")

        @OptionGroup var options: ServeOptions

        func run() async throws {
            let settings = try options.settings(VaultRegistry.settings)
            try await VaultServer(settings: settings, clock: .system, steady: .system, random: .system).run()
        }
    }

    struct Migrate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "migrate", abstract: "Brings the database to this version's schema; `serve` does it too.")

        @OptionGroup var options: MigrateOptions

        func run() async throws {
            try await options.run("vault", VaultRegistry.settings, VaultStore.migrations) { print($0) }
        }
    }
}
