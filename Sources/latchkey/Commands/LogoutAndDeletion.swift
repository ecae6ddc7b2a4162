import ArgumentParser
import DeviceCommands
import Domain
import Primitives

/// The flags `--keep` and `--delete`.
enum ChoiceFlag: String, EnumerableFlag {
    case keep, delete

    var choice: SecretChoice {
        switch self {
        case .keep: .keep
        case .delete: .delete
        }
    }

    static func help(for value: ChoiceFlag) -> ArgumentHelp? {
        switch value {
        case .keep: "Entries stay on this device."
        case .delete: "Entries the server has are removed from this device; others, and unsent edits, stay."
        }
    }
}

struct Logout: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Log out here, or on every device.",
        discussion: "Unsent changes are sent first if possible. Those that cannot be sent stay on this device.")
    static let needsChildPIN = true
    @OptionGroup var options: ProfileOptions
    @Flag(help: "On every device.") var everywhere = false
    @Flag(help: "With --everywhere, if a device is lost: all others have to be admitted again.")
    var forgetDevices = false
    @OptionGroup var confirmation: ConfirmationOptions
    @Flag var entries: ChoiceFlag

    func validate() throws {
        if forgetDevices, !everywhere { throw ValidationError("--forget-devices needs --everywhere.") }
    }

    func command() throws -> any DeviceCommand {
        guard everywhere else { return LogOut(choice: entries.choice) }
        return LogOutEverywhere(
            choice: entries.choice, forgetDevices: forgetDevices ? true : nil,
            recoveryCode: try confirmation.typedRecoveryCode(), code: try confirmation.oneTimeCode(),
            pin: try confirmation.typedPIN())
    }
}

struct DeleteAccount: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Delete the account; this cannot be undone.",
        discussion: """
            Without a code, a PIN or a recovery code, a code is sent; with one of them, the account and all the server has of \
            it are deleted.
            """)
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The code from the message.") var code: String?
    @Flag(help: "Read your PIN from the terminal, without showing it, or from standard input.") var pin = false
    @Flag(help: "Read a recovery code from the terminal, without showing it, or from standard input.")
    var recoveryCode = false
    @Flag var entries: ChoiceFlag?

    private var confirmationCount: Int { [code != nil, pin, recoveryCode].count(where: \.self) }

    func validate() throws {
        guard confirmationCount <= 1 else { throw ValidationError("Give one of CODE, --pin and --recovery-code.") }
        if confirmationCount == 1, entries == nil {
            throw ValidationError("Say what becomes of the entries here: --keep or --delete.")
        }
    }

    func command() throws -> any DeviceCommand {
        guard confirmationCount == 1, let entries else { return RequestAccountDeletion() }
        return ConfirmAccountDeletion(
            choice: entries.choice, code: try ConfirmationOptions.oneTimeCode(code),
            pin: pin ? try SecretInput.pin() : nil,
            recoveryCode: recoveryCode ? try ConfirmationOptions.readRecoveryCode() : nil)
    }
}

struct ExportAccountSubcommand: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "export-account",
        abstract: "Print everything about you that the sign-in service has stored and that is no secret, as JSON.",
        discussion: "It has your whole phone number. The entries are not in it: 'latchkey list' shows them.")
    @OptionGroup var options: ProfileOptions

    func command() -> any DeviceCommand { ExportAccount() }
}
