import ArgumentParser
import DeviceCommands
import Domain
import Primitives

/// The commands about the account's PIN.
struct PINSubcommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Give your account a PIN or a passphrase, or replace it.",
        subcommands: [SetPIN.self, Change.self, Forgot.self, Reset.self, ConfirmReset.self, CancelReset.self])

    struct SetPIN: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Give your account a PIN of 6 to 12 digits, or a passphrase.",
            discussion: """
                It is read from the terminal, without showing it, or from standard input. With --send-code a code is sent, \
                which confirms the call; the PIN then confirms changes of the account after 72 hours.
                """)
        @OptionGroup var options: ProfileOptions
        @Flag(help: "Read a recovery code, after the PIN.") var recoveryCode = false
        @Option(help: "The code from the message.") var code: String?
        @Flag(help: "Ask for the code that confirms the call.") var sendCode = false

        func validate() throws {
            guard [recoveryCode, sendCode, code != nil].count(where: \.self) <= 1 else {
                throw ValidationError("Give one of --recovery-code, --code and --send-code.")
            }
        }

        func command() throws -> any DeviceCommand {
            if sendCode { return RequestConfirmation(purpose: .makePIN) }
            let pin = try SecretInput.newPIN()
            return MakePIN(
                pin: pin, recoveryCode: recoveryCode ? try ConfirmationOptions.readRecoveryCode() : nil,
                code: try ConfirmationOptions.oneTimeCode(code))
        }
    }

    struct Change: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace the PIN. The present one is read first and then the new one, a line each.")
        @OptionGroup var options: ProfileOptions

        func command() throws -> any DeviceCommand {
            ChangePIN(pin: try SecretInput.pin(prompt: "Present PIN: "), newPin: try SecretInput.newPIN())
        }
    }

    struct Forgot: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Begin to replace a PIN that you have forgotten: ask for the code that confirms it.")
        @OptionGroup var options: ProfileOptions

        func command() -> any DeviceCommand { BeginPINReset() }
    }

    struct Reset: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Request a new PIN in place of one that you have forgotten.",
            discussion: """
                It is read from the terminal, without showing it, or from standard input. It takes effect when an operator \
                approves you; in a group that approves automatically when another of your devices or a recovery code \
                confirms it, or after 72 hours.
                """)
        @OptionGroup var options: ProfileOptions
        @Option(help: "The code from the message.") var code: String

        func command() throws -> any DeviceCommand {
            // The code is checked before the person is asked for the PIN.
            let code: OneTimeCode = try ConfirmationOptions.oneTimeCode(code)
            return RequestPINReset(pin: try SecretInput.newPIN(), code: code)
        }
    }

    struct ConfirmReset: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "confirm-reset",
            abstract: "Let the new PIN take effect that another of your devices has requested.")
        @OptionGroup var options: ProfileOptions
        @Flag(help: "Read a recovery code, which a request of this device needs.") var recoveryCode = false

        func command() throws -> any DeviceCommand {
            ConfirmPINReset(recoveryCode: recoveryCode ? try ConfirmationOptions.readRecoveryCode() : nil)
        }
    }

    struct CancelReset: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel-reset", abstract: "Stop the replacement of a forgotten PIN. The present PIN stays.")
        @OptionGroup var options: ProfileOptions

        func command() -> any DeviceCommand { CancelPINReset() }
    }
}

struct Unlock: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Unlock this device by your PIN, read from the terminal or from standard input.")
    @OptionGroup var options: ProfileOptions

    func command() throws -> any DeviceCommand { UnlockDevice(pin: try SecretInput.pin()) }
}

struct Lock: DeviceSubcommand {
    static let configuration = CommandConfiguration(abstract: "Lock this device at once.")
    @OptionGroup var options: ProfileOptions

    func command() -> any DeviceCommand { LockDevice() }
}
