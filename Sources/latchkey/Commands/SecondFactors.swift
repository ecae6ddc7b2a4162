import ArgumentParser
import DeviceCommands
import Domain
import Primitives

/// The commands about the account's second factor.
struct FactorSubcommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "factor", abstract: "Protect your logins with an authenticator, or pass its check.",
        subcommands: [SetFactor.self, Confirm.self, Pass.self, Remove.self])

    struct SetFactor: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Show a secret for an authenticator app, once.")
        @OptionGroup var options: ProfileOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @Flag(help: "Ask for the code that confirms the call.") var sendCode = false

        func command() throws -> any DeviceCommand {
            if sendCode { return RequestConfirmation(purpose: .makeSecondFactor) }
            return MakeSecondFactor(
                recoveryCode: try confirmation.typedRecoveryCode(), code: try confirmation.oneTimeCode(),
                pin: try confirmation.typedPIN())
        }
    }

    struct Confirm: DeviceSubcommand {
        static let configuration = CommandConfiguration(abstract: "Complete the second factor with a code of the app.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "The code of the authenticator.") var code: String

        func command() throws -> any DeviceCommand {
            ConfirmSecondFactor(factorCode: try FactorSubcommand.code(code))
        }
    }

    struct Pass: DeviceSubcommand {
        static let configuration = CommandConfiguration(abstract: "Pass the second factor of a login.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "The code of the authenticator.") var code: String?
        @Flag(help: "Read a recovery code, which is used up, in its place.") var recoveryCode = false

        func command() throws -> any DeviceCommand {
            PassSecondFactor(
                factorCode: try code.map(FactorSubcommand.code),
                recoveryCode: recoveryCode ? try ConfirmationOptions.readRecoveryCode() : nil)
        }
    }

    struct Remove: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove the authenticator, confirmed by its code, a recovery code or your PIN.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "The code of the authenticator.") var code: String?
        @Flag(help: "Read a recovery code.") var recoveryCode = false
        @Flag(help: "Read your PIN.") var pin = false

        func command() throws -> any DeviceCommand {
            RemoveSecondFactor(
                factorCode: try code.map(FactorSubcommand.code),
                recoveryCode: recoveryCode ? try ConfirmationOptions.readRecoveryCode() : nil,
                pin: pin ? try SecretInput.pin() : nil)
        }
    }

    static func code(_ text: String) throws -> AuthenticatorCode {
        guard let code = AuthenticatorCode(text) else {
            throw ValidationError("The code of an authenticator has six digits.")
        }
        return code
    }
}
