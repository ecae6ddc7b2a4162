import ArgumentParser
import DeviceCommands
import Primitives

struct Register: DeviceSubcommand {
    static let configuration = CommandConfiguration(abstract: "Register a phone number in a facility group.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The number with + and the country's code, such as +4915112345678.") var phone: String
    @Option(help: "The facility group.") var group: String

    func command() throws -> any DeviceCommand {
        RegisterPhone(phone: phone, group: try ArgumentForm.group.value(GroupID(rawValue: group)))
    }
}

struct Login: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask for a login code, or log in with your PIN.",
        discussion: "With --pin a device that was signed in before needs no code, and a new one goes on after its code."
    )
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The number with + and the country's code, such as +4915112345678.") var phone: String?
    @Flag(help: "Read your PIN from the terminal, without showing it, or from standard input. Takes no number.")
    var pin = false
    @Flag(
        help: "For operators: read the enrolment secret from the terminal, without showing it, or from standard input.")
    var enrolmentSecret = false

    func validate() throws {
        guard (phone == nil) == pin else { throw ValidationError("Give a number, or --pin alone.") }
        if pin, enrolmentSecret { throw ValidationError("--enrolment-secret needs a number.") }
    }

    func command() throws -> any DeviceCommand {
        guard let phone else { return LogInWithPIN(pin: try SecretInput.pin()) }
        guard enrolmentSecret else { return RequestLogin(phone: phone) }
        let typed = try SecretInput.line(prompt: "Enrolment secret: ")
        return RequestLogin(
            phone: phone, enrolmentSecret: try ArgumentForm.enrolmentSecret.value(EnrolmentSecret(typed: typed)))
    }
}

struct Confirm: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        abstract: "Enter the code that was sent.",
        discussion: "With --recovery-code a new device is admitted at once: no waiting session can be ended meanwhile.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The code; leave it out if the group sends none.") var code: String?
    @Flag(help: "Read a recovery code from the terminal, without showing it, or from standard input.")
    var recoveryCode = false

    func command() throws -> any DeviceCommand {
        ConfirmCode(
            code: try code.map { text in try ArgumentForm.code.value(OneTimeCode(text)) },
            recoveryCode: recoveryCode ? try ConfirmationOptions.readRecoveryCode() : nil)
    }
}

struct Status: DeviceSubcommand {
    static let configuration = CommandConfiguration(abstract: "Ask auth for the status of this session.")
    static let needsChildPIN = true
    @OptionGroup var options: ProfileOptions

    func command() -> any DeviceCommand { UpdateStatus() }
}

struct StandingSubcommand: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "standing", abstract: "Show the session's status as stored here; nothing is sent.")
    @OptionGroup var options: ProfileOptions

    func command() -> any DeviceCommand { ShowStanding() }
}

struct RefreshSubcommand: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Exchange the refresh token for the next pair of tokens.")
    @OptionGroup var options: ProfileOptions

    func command() -> any DeviceCommand { RefreshSession() }
}

struct CancelRegistrationSubcommand: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel-registration",
        abstract: "Give up a registration that was started on this device and not confirmed.")
    @OptionGroup var options: ProfileOptions

    func command() -> any DeviceCommand { CancelRegistration() }
}
