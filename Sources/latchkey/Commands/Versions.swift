import ArgumentParser
import DeviceCommands
import Primitives

struct History: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the former versions of an entry, at most ten.",
        discussion: "They are on the server alone, so the server must be reachable.")
    static let needsChildPIN = true
    @OptionGroup var options: ProfileOptions
    @Argument(help: "Its issuer, account name or id; also of an entry in the server's trash.") var entry: String
    @Flag(help: "Show the shared keys too.") var secrets = false

    func command() -> any DeviceCommand { ShowHistory(entry: entry, secrets: secrets) }
}

struct Trash: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the entries that some device has put into the server's trash.",
        discussion: "The server erases them after 30 days. 'latchkey deletions' shows what is kept on this device.")
    static let needsChildPIN = true
    @OptionGroup var options: ProfileOptions

    func command() -> any DeviceCommand { ListTrash() }
}

struct Restore: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring back a former version of an entry, or an entry from the trash.",
        discussion: """
            With --version, the content that the entry has now becomes a former version. Without it, the entry is brought back \
            from the trash of this device or of the server. What 'latchkey delete' has deleted cannot be brought back once the \
            deletion is synced.
            """)
    static let needsChildPIN = true
    @OptionGroup var options: ProfileOptions
    @Argument(help: "Its issuer, account name or id.") var entry: String
    @Option(help: "The version's number, as 'latchkey history' shows it.") var version: Int64?

    func command() -> any DeviceCommand { RestoreEntry(entry: entry, version: version.map { DecimalInt64($0) }) }
}
