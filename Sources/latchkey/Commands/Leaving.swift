import ArgumentParser
import Domain
import LatchkeyDevice
import StrictJSON

/// What becomes of the entries on this device.
enum Fate: String, EnumerableFlag {
    case keep, delete

    static func help(for value: Fate) -> ArgumentHelp? {
        switch value {
        case .keep: "Entries stay on this device."
        case .delete: "Entries the server has go from this device; others stay."
        }
    }
}

struct Logout: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "Log out here, or on every device.")
    @OptionGroup var options: ProfileOptions
    @Flag(help: "On every device.") var everywhere = false
    @Flag var fate: Fate
    var verb: Verb { everywhere ? .logoutEverywhere : .logout }
    func arguments() -> JSONObject { ["choice": .string(fate.rawValue)] }
}

struct DeleteAccount: VerbCommand {
    static let configuration = CommandConfiguration(
        abstract: "Delete the account; not reversible.",
        discussion: "Without a code, one is sent; with it, the account and all the server holds of it are deleted.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The code from the message.") var code: String?
    @Flag var fate: Fate?

    func validate() throws {
        if code != nil, fate == nil {
            throw ValidationError("Say what becomes of the entries here: --keep or --delete.")
        }
    }

    var verb: Verb { code == nil ? .requestDeletion : .deleteAccount }
    func arguments() -> JSONObject {
        guard let code, let fate else { return [:] }
        return ["code": .string(code), "choice": .string(fate.rawValue)]
    }
}
