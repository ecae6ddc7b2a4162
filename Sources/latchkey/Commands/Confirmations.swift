import ArgumentParser
import DeviceCommands
import Domain
import Primitives

/// The flags by which a person confirms an act on their account.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: "Read a recovery code from the terminal, without showing it, or from standard input.")
    var recoveryCode = false
    @Option(help: "The code from the message.") var code: String?

    func validate() throws {
        if recoveryCode, code != nil { throw ValidationError("Give --recovery-code or --code, not both.") }
    }

    func typedRecoveryCode() throws -> RecoveryCode? { recoveryCode ? try Self.readRecoveryCode() : nil }

    func oneTimeCode() throws -> OneTimeCode? {
        try code.map { text in try ArgumentForm.code.value(OneTimeCode(text)) }
    }

    static func readRecoveryCode() throws -> RecoveryCode {
        try ArgumentForm.recoveryCode.value(RecoveryCode(typed: SecretInput.line(prompt: "Recovery code: ")))
    }
}

struct RecoveryCodesSubcommand: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery-codes", abstract: "Make new recovery codes, and show them once.",
        discussion: "With --send-code a code is sent, which confirms the call; the new codes then count after 72 hours."
    )
    @OptionGroup var options: ProfileOptions
    @OptionGroup var confirmation: ConfirmationOptions
    @Flag(help: "Ask for the code that confirms the call.") var sendCode = false

    func command() throws -> any DeviceCommand {
        if sendCode { return RequestConfirmation(purpose: .recoveryCodes) }
        return MakeRecoveryCodes(
            recoveryCode: try confirmation.typedRecoveryCode(), code: try confirmation.oneTimeCode())
    }
}

struct AdmitMe: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "admit-me",
        abstract: "Admit this new device by a recovery code, read from the terminal or from standard input.")
    @OptionGroup var options: ProfileOptions

    func command() throws -> any DeviceCommand {
        AdmitByRecoveryCode(recoveryCode: try ConfirmationOptions.readRecoveryCode())
    }
}

struct Notices: DeviceSubcommand {
    static let configuration = CommandConfiguration(abstract: "Show what was done to your account.")
    @OptionGroup var options: ProfileOptions

    func command() -> any DeviceCommand { ShowNotices() }
}
