public import ArgumentParser
import ServiceHost

/// The command line of `latchkey-auth`.
@main
public struct AuthCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "latchkey-auth", abstract: "Accounts, one-time codes, sessions and approvals.",
        subcommands: [
            ServeCommand.self, MigrateCommand.self, BackupCommand.self, RestoreCommand.self,
            SettingsCommand<AuthConfiguration>.self, ApproveCommand.self,
            OperatorCommand.self, UserCommand.self, DecisionsCommand.self, KeysCommand.self, StatesCommand.self,
            ExplainCommand.self,
        ])

    public init() {}
}
