import ArgumentParser
import DeviceCommands

/// The options that select undecided entries.
struct UndecidedOptions: ParsableArguments {
    @Argument(help: "Its issuer, account name or id.") var entry: String?
    @Flag(help: "Apply to every entry that waits for a choice.") var all = false

    func validate() throws {
        guard (entry != nil) != all else { throw ValidationError("Name an entry, or give --all.") }
    }

    var selection: UndecidedSelection { entry.map { .entry($0) } ?? .all }
}

struct KeepAsNew: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Keep an entry that waits for your choice as a new one.",
        discussion: "For entries that are held from another account, rejected by the server, or deleted elsewhere.")
    @OptionGroup var options: ProfileOptions
    @OptionGroup var undecided: UndecidedOptions

    func command() -> any DeviceCommand { KeepEntriesAsNew(undecided.selection) }
}

struct Discard: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Drop this device's version of an entry that waits for your choice.",
        discussion: "The server's version is kept; where it rejected a change, its version replaces this one.")
    @OptionGroup var options: ProfileOptions
    @OptionGroup var undecided: UndecidedOptions

    func command() -> any DeviceCommand { DiscardEntries(undecided.selection) }
}
