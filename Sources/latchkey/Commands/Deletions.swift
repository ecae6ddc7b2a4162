import ArgumentParser
import DeviceCommands

/// The commands about entries that the server has deleted.
struct Deletions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the entries that the server has deleted, and decide about them.",
        discussion: """
            When the server deletes more than five entries within a day, and more than a fifth of all, they are not \
            erased here: they leave the list and wait for your choice.
            """,
        subcommands: [ShowDeletions.self, Accept.self, Reject.self], defaultSubcommand: ShowDeletions.self)

    struct ShowDeletions: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show the deleted entries that can still be brought back.")
        @OptionGroup var options: ProfileOptions

        func command() -> any DeviceCommand { ListDeletions() }
    }

    struct Accept: DeviceSubcommand {
        static let configuration = CommandConfiguration(abstract: "Erase deleted entries from this device.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "Its issuer, account name or id; all that wait for a choice when left out.")
        var entry: String?

        func command() -> any DeviceCommand { AcceptDeletions(entry.map { .entry($0) } ?? .allHeld) }
    }

    struct Reject: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Bring deleted entries back, here and at the next sync on the server.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "Its issuer, account name or id; all that wait for a choice when left out.")
        var entry: String?

        func command() -> any DeviceCommand { RejectDeletions(entry.map { .entry($0) } ?? .allHeld) }
    }
}
