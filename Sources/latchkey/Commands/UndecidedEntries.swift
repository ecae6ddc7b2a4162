import ArgumentParser
import DeviceCommands

/// The options that select undecided entries.
struct UndecidedOptions: ParsableArguments {
    @Argument(help: "Its issuer, account name or id.") var entry: String?
    @Flag(help: "Apply to every entry that waits for a choice, except those of another account.") var all = false
    @Flag(help: "Apply to every entry of another account, such as an earlier one of yours.") var foreign = false

    func validate() throws {
        guard [entry != nil, all, foreign].count(where: \.self) == 1 else {
            throw ValidationError("Name an entry, or give --all or --foreign.")
        }
    }

    var selection: UndecidedSelection { entry.map { .entry($0) } ?? (all ? .all : .foreign) }
}

struct KeepAsNew: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Keep an entry that waits for your choice as a new one.",
        discussion: """
            For entries of another account, rejected by the server, or deleted elsewhere. The new \
            entry has this device's version and is sent at the next sync. The old entry returns to the server's \
            version; if the server has none, or it is an entry of another account, it is removed from this device.
            """)
    @OptionGroup var options: ProfileOptions
    @OptionGroup var undecided: UndecidedOptions

    func command() -> any DeviceCommand { KeepEntriesAsNew(undecided.selection) }
}

struct Discard: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Drop this device's version of an entry that waits for your choice.",
        discussion: """
            The entry returns to the server's version. If the server has none, or it is an entry of another account (or \
            synchronised while nobody is signed in), it is removed from this device. Nothing is sent. With --foreign, \
            an entry that only this device has stays; name it to drop it.
            """)
    @OptionGroup var options: ProfileOptions
    @OptionGroup var undecided: UndecidedOptions

    func command() -> any DeviceCommand { DiscardEntries(undecided.selection) }
}
