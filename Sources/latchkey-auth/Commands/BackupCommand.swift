import ArgumentParser
import AuthStore
import ServiceHost

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract:
            """
            Copies the SQLite database into a new file, checked and marked for restore. If the service runs, it makes \
            the copy, and the file belongs to its user.
            """)

    @OptionGroup var options: BackupOptions

    func run() async throws { try await options.run(AuthConfiguration.self, AuthStore.migrations) }
}
