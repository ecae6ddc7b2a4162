import ArgumentParser

/// The reference device: an authenticator for the terminal.
@main
struct Latchkey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey",
        abstract: "An authenticator in the terminal: entries work here at once, and move between your devices.",
        discussion: """
            A profile folder is one device: its keys, its store, its session.

              latchkey --profile ~/a register +4915112345678 --group fieldwork
              latchkey --profile ~/a confirm 123456
              latchkey --profile ~/a import entries.txt
              latchkey --profile ~/a list --watch
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Sign-in",
                subcommands: [
                    Register.self, CancelRegistrationSubcommand.self, Login.self, Confirm.self,
                    StartEmptySubcommand.self, Status.self,
                ]),
            CommandGroup(
                name: "PIN, second factor and number",
                subcommands: [
                    PINSubcommand.self, Lock.self, Unlock.self, FactorSubcommand.self, RecoveryCodesSubcommand.self,
                    PhoneSubcommand.self,
                ]),
            CommandGroup(
                name: "Entries",
                subcommands: [
                    Add.self, Import.self, Export.self, List.self, Code.self, Edit.self, Delete.self, Sync.self,
                    KeepAsNew.self, Discard.self, Deletions.self, History.self, Trash.self, Restore.self,
                ]),
            CommandGroup(
                name: "Devices",
                subcommands: [Sessions.self, Admit.self, AdmitMe.self, Devices.self, Notices.self]),
            CommandGroup(name: "Families", subcommands: [ParentSubcommand.self, ChildSubcommand.self]),
            CommandGroup(
                name: "Logout and deletion",
                subcommands: [Logout.self, DeleteAccount.self, ExportAccountSubcommand.self]),
            CommandGroup(
                name: "For developers",
                subcommands: [StandingSubcommand.self, RefreshSubcommand.self, CallSubcommand.self]),
        ])

    @OptionGroup var profile: ProfileOptions
}
