import ArgumentParser
import DeviceCommands
import Domain
import Primitives

struct Sessions: DeviceSubcommand {
    static let configuration = CommandConfiguration(abstract: "List your devices, and those that wait to be admitted.")
    @OptionGroup var options: ProfileOptions

    func command() -> any DeviceCommand { ListSessions() }
}

struct Admit: DeviceSubcommand {
    static let configuration = CommandConfiguration(abstract: "Admit a new device that shows these two digits.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The two digits on its screen.") var digits: String
    @Option(help: "Its session, where two show the same digits.") var session: String?
    @Flag(help: "Read your PIN from the terminal, without showing it, or from standard input.")
    var pin = false

    func command() throws -> any DeviceCommand {
        AdmitDevice(
            digits: digits, session: try session.map { text in try ArgumentForm.session.value(SessionID(text)) },
            pin: pin ? try SecretInput.pin() : nil)
    }
}

/// The commands about the account's devices.
struct Devices: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the devices of your account, and remove one that is lost.",
        subcommands: [ShowDevices.self, Rename.self, Remove.self, SendCode.self], defaultSubcommand: ShowDevices.self)

    struct ShowDevices: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "Show the devices that are or were admitted, signed in or not.")
        @OptionGroup var options: ProfileOptions

        func command() -> any DeviceCommand { ListDevices() }
    }

    struct Rename: DeviceSubcommand {
        static let configuration = CommandConfiguration(abstract: "Give this device another name.")
        @OptionGroup var options: ProfileOptions
        @Argument(help: "The name that your other devices show.") var name: String

        func command() -> any DeviceCommand { RenameDevice(name: name) }
    }

    struct Remove: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove another device: its sessions end, and it has to be admitted again.",
            discussion:
                "A recovery code or your PIN removes it at once. A code from a message suspends it for 72 hours first.")
        @OptionGroup var options: ProfileOptions
        @OptionGroup var confirmation: ConfirmationOptions
        @Argument(help: "Its id, or its name.") var device: String

        func command() throws -> any DeviceCommand {
            RemoveDevice(
                device: device, recoveryCode: try confirmation.typedRecoveryCode(),
                code: try confirmation.oneTimeCode(), pin: try confirmation.typedPIN())
        }
    }

    struct SendCode: DeviceSubcommand {
        static let configuration = CommandConfiguration(
            abstract: "Ask for the code that confirms the removal of a device.")
        @OptionGroup var options: ProfileOptions

        func command() -> any DeviceCommand { RequestConfirmation(purpose: .removeDevice) }
    }
}
