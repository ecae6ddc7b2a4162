import ArgumentParser
import LatchkeyDevice
import StrictJSON

/// The entries a choice is for.
struct Chosen: ParsableArguments {
    @Argument(help: "Its issuer, account name or id.") var entry: String?
    @Flag(help: "All that wait for a choice.") var all = false

    func validate() throws {
        guard (entry != nil) != all else { throw ValidationError("Name an entry, or say --all.") }
    }

    var arguments: JSONObject { entry.map { ["entry": .string($0)] } ?? ["all": true] }
}

struct KeepAsNew: VerbCommand {
    static let configuration = CommandConfiguration(
        abstract: "Keep an entry that waits for your choice as a new one.",
        discussion: "For entries that are held from another account, refused by the server, or deleted elsewhere.")
    @OptionGroup var options: ProfileOptions
    @OptionGroup var chosen: Chosen
    var verb: Verb { .keepAsNew }
    func arguments() -> JSONObject { chosen.arguments }
}

struct Discard: VerbCommand {
    static let configuration = CommandConfiguration(
        abstract: "Let go of an entry that waits for your choice.",
        discussion: "What the server holds of it stays; for changes the server refused, its version comes back.")
    @OptionGroup var options: ProfileOptions
    @OptionGroup var chosen: Chosen
    var verb: Verb { .discard }
    func arguments() -> JSONObject { chosen.arguments }
}
