import ArgumentParser
import AuthStore
import ServiceHost

struct MigrateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Runs the pending migrations of the database, as serve does when it starts.")

    @OptionGroup var options: MigrateOptions

    func run() async throws { try await options.run(AuthConfiguration.self, AuthStore.migrations) }
}
