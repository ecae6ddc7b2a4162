import ArgumentParser
import DeviceCommands
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

    func command() throws -> any DeviceCommand {
        AdmitDevice(
            digits: digits, session: try session.map { text in try ArgumentForm.session.value(SessionID(text)) })
    }
}
