import ArgumentParser
import AuthStore
import ServiceHost

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Brings the database to this version's schema; `serve` does it too.")

    @OptionGroup var options: MigrateOptions

    func run() async throws { try await options.run("auth", AuthRegistry.settings, AuthStore.migrations) { print($0) } }
}
