public import ArgumentParser
import Primitives
import SQL
import ServiceHost
import VaultStore

/// The command line of `latchkey-vault`.
@main
public struct VaultCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "latchkey-vault", abstract: "Stores people's secrets and synchronises them between their devices.",
        subcommands: [
            Serve.self, Migrate.self, Backup.self, Restore.self, UnknownAccountsCommand.self,
            SettingsCommand<VaultConfiguration>.self, ConfigCommand<VaultConfiguration, ServeOptions>.self,
            DoctorCommand<VaultDoctor, ServeOptions>.self, VaultKeysCommand.self, TimeCommand<VaultConfiguration>.self,
            AuditCommand<VaultAuditOptions>.self,
        ])

    public init() {}

    struct Serve: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "serve", abstract: "Runs the service.")

        @OptionGroup var options: ServeOptions

        func run() async throws {
            let (configuration, settings) = try VaultConfiguration.load(options)
            try await VaultServer(configuration: configuration, settings: settings).run()
        }
    }

    struct Migrate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "migrate",
            abstract: "Runs the pending migrations of the database, as serve does when it starts.")

        @OptionGroup var options: MigrateOptions

        func run() async throws { try await options.run(VaultConfiguration.self, VaultStore.migrations) }
    }

    struct Backup: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "backup",
            abstract: """
                Copies the SQLite database into a new file, checked and marked for restore. If the service runs, it \
                makes the copy, and the file belongs to its user.
                """)

        @OptionGroup var options: BackupOptions

        func run() async throws { try await options.run(VaultConfiguration.self, VaultStore.migrations) }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore",
            abstract: """
                Puts a copy made by backup in the place of the SQLite database. No session ends; the devices send back \
                what the copy lacks. With --in-place, and on PostgreSQL, it does the rest after other tools have restored the \
                database. The service must be stopped.
                """)

        @OptionGroup var options: RestoreOptions

        func run() async throws {
            try await options.run(
                VaultConfiguration.self,
                RestoreOptions.Steps(
                    migrations: VaultStore.migrations,
                    checkKeys: { database, common in
                        try await VaultStore.checkKeys(
                            VaultServer.keyRing(common.existingKeyFolder()), on: database, random: .system)
                    },
                    beginGeneration: {
                        VaultServer.beginGeneration(auditedBy: try VaultServer.keyRing($0.existingKeyFolder()))
                    },
                    finish: { database, common in
                        let note = try await VaultServer.acceptRestoredAuditEnd(database, common)
                        return try await UnknownAccountsCommand.report(
                            database, common, notes: [note].compactMap(\.self))
                    }))
        }
    }
}
