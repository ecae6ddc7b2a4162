public import ArgumentParser
import ServiceHost

/// The command line of `latchkey-auth`.
@main
public struct AuthCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "latchkey-auth", abstract: "Accounts, one-time codes, sessions and approvals.",
        subcommands: [
            ServeCommand.self, MigrateCommand.self, BackupCommand.self, RestoreCommand.self,
            SettingsCommand<AuthConfiguration>.self, ConfigCommand<AuthConfiguration, AuthServeOptions>.self,
            DoctorCommand<AuthDoctor, AuthServeOptions>.self, ApproveCommand.self,
            GroupCommand.self, OperatorCommand.self, UserCommand.self, ChildCommand.self, DecisionsCommand.self,
            AuditCommand<AdministrationOptions>.self,
            MessagesCommand.self, TextsCommand.self,
            KeysCommand.self, StatesCommand.self,
            ExplainCommand.self, TimeCommand<AuthConfiguration>.self,
        ])

    public init() {}
}
