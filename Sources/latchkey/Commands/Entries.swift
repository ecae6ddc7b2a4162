import ArgumentParser
import DeviceCommands

struct Add: DeviceSubcommand {
    static let configuration = CommandConfiguration(abstract: "Add an entry.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The entry, as otpauth://…") var uri: String

    func command() -> any DeviceCommand { AddEntry(uri: uri) }
}

struct Code: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the code of an entry; a counter-based entry moves to its next counter.")
    static let needsChildPIN = true
    @OptionGroup var options: ProfileOptions
    @Argument(help: "Its issuer, account name or id.") var entry: String

    func command() -> any DeviceCommand { ShowCode(entry: entry) }
}

struct Edit: DeviceSubcommand {
    static let configuration = CommandConfiguration(abstract: "Change the labels of an entry.")
    static let needsChildPIN = true
    @OptionGroup var options: ProfileOptions
    @Argument(help: "Its issuer, account name or id.") var entry: String
    @Option(help: "The new issuer.") var issuer: String?
    @Option(help: "The new account name.") var accountName: String?

    func command() -> any DeviceCommand { EditEntry(entry: entry, issuer: issuer, accountName: accountName) }
}

struct Delete: DeviceSubcommand {
    static let configuration = CommandConfiguration(abstract: "Delete an entry.")
    static let needsChildPIN = true
    @OptionGroup var options: ProfileOptions
    @Argument(help: "Its issuer, account name or id.") var entry: String

    func command() -> any DeviceCommand { DeleteEntry(entry: entry) }
}

struct Sync: DeviceSubcommand {
    static let configuration = CommandConfiguration(abstract: "Send unsent changes and pull the server's.")
    static let needsChildPIN = true
    @OptionGroup var options: ProfileOptions
    @Flag(help: "Compare the entries with all that the server has, and repair differences.") var check = false

    func command() -> any DeviceCommand { SyncEntries(check: check) }
}
