import ArgumentParser
import DeviceCommands
import Domain
import Primitives

/// The flags by which a person confirms an act on their account.
struct ConfirmationOptions: ParsableArguments {
    @Flag(help: "Read a recovery code from the terminal, without showing it, or from standard input.")
    var recoveryCode = false
    @Flag(help: "Read your PIN from the terminal, without showing it, or from standard input.")
    var pin = false
    @Option(help: "The code from the message.") var code: String?

    func validate() throws {
        guard [recoveryCode, pin, code != nil].count(where: \.self) <= 1 else {
            throw ValidationError("Give one of --pin, --recovery-code and --code.")
        }
    }

    func typedPIN() throws -> EnteredPIN? { pin ? try SecretInput.pin() : nil }

    func typedRecoveryCode() throws -> RecoveryCode? { recoveryCode ? try Self.readRecoveryCode() : nil }

    func oneTimeCode() throws -> OneTimeCode? { try Self.oneTimeCode(code) }

    static func oneTimeCode(_ text: String?) throws -> OneTimeCode? {
        try text.map { text in try oneTimeCode(text) }
    }

    static func oneTimeCode(_ text: String) throws -> OneTimeCode {
        try ArgumentForm.code.value(OneTimeCode(text))
    }

    static func readRecoveryCode() throws -> RecoveryCode {
        try ArgumentForm.recoveryCode.value(RecoveryCode(typed: SecretInput.line(prompt: "Recovery code: ")))
    }
}

/// The flags by which a person confirms an act that no code by message confirms.
struct OwnSecretOptions: ParsableArguments {
    @Flag(help: "Read a recovery code from the terminal, without showing it, or from standard input.")
    var recoveryCode = false
    @Flag(help: "Read your PIN from the terminal, without showing it, or from standard input.")
    var pin = false
    @Option(help: "The code of your authenticator.") var factorCode: String?

    func validate() throws {
        guard [recoveryCode, pin, factorCode != nil].count(where: \.self) <= 1 else {
            throw ValidationError("Give one of --pin, --recovery-code and --factor-code.")
        }
    }

    /// The secret that the flags name, read from the terminal or from standard input.
    func typed() throws -> OwnSecret {
        OwnSecret(
            recoveryCode: recoveryCode ? try ConfirmationOptions.readRecoveryCode() : nil,
            pin: pin ? try SecretInput.pin() : nil, factorCode: try factorCode.map(FactorSubcommand.code))
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
            recoveryCode: try confirmation.typedRecoveryCode(), code: try confirmation.oneTimeCode(),
            pin: try confirmation.typedPIN())
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
    static let needsChildPIN = true
    @OptionGroup var options: ProfileOptions

    func command() -> any DeviceCommand { ShowNotices() }
}
