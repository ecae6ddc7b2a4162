public import ArgumentParser

/// The command line of `latchkey-auth`.
@main
public struct AuthCommand: AsyncParsableCommand {
    /// Its name and verbs.
    public static let configuration = CommandConfiguration(
        commandName: "latchkey-auth", abstract: "Knows who people are: codes, sessions, approvals.",
        subcommands: [
            ServeCommand.self, MigrateCommand.self, ApproveCommand.self, OperatorCommand.self, StatesCommand.self,
            ExplainCommand.self,
        ])

    /// Nothing given.
    public init() {}
}
