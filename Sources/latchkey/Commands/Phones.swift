import ArgumentParser
import DeviceCommands
import Domain

/// The commands about the account's phone number.
struct PhoneSubcommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone", abstract: "Give your account another phone number, or take the former one back.",
        subcommands: [New.self, SendCode.self, Change.self, Undo.self])

    struct New: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask for the code that proves the new number, which is sent to it.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "The new number, with country code.") var phone: String

        func command() -> any DeviceCommand { RequestPhoneChange(phone: phone) }
    }

    struct SendCode: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask for the code to the present number, which confirms the change.")
        @OptionGroup var options: ProfileOptions

        func command() -> any DeviceCommand { RequestConfirmation(purpose: .changePhone) }
    }

    struct Change: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Give the account the new number.",
            discussion:
                "For 72 hours devices that were admitted before can undo it, and nobody else gets the former number.")
        @OptionGroup var options: ProfileOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @Option(help: "The code that was sent to the new number.") var newCode: String

        func command() throws -> any DeviceCommand {
            ChangePhone(
                newCode: try ConfirmationOptions.oneTimeCode(newCode),
                recoveryCode: try confirmation.typedRecoveryCode(),
                code: try confirmation.oneTimeCode(), pin: try confirmation.typedPIN())
        }
    }

    struct Undo: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Give the account its former number back, within 72 hours.")
        @OptionGroup var options: ProfileOptions
        @Flag(help: "Read a recovery code.") var recoveryCode = false
        @Flag(help: "Read your PIN.") var pin = false

        func command() throws -> any DeviceCommand {
            UndoPhoneChange(
                recoveryCode: recoveryCode ? try ConfirmationOptions.readRecoveryCode() : nil,
                pin: pin ? try SecretInput.pin() : nil)
        }
    }
}

struct StartEmptySubcommand: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "start-empty",
        abstract: "Ask for a new, empty account on your number, if nobody uses the account that has it.")
    @OptionGroup var options: ProfileOptions

    func command() -> any DeviceCommand { StartEmpty() }
}
