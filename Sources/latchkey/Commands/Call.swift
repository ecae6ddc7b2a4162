import ArgumentParser
import DeviceCommands
import StrictJSON

struct CallSubcommand: DeviceSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "call", abstract: "Call a method by name and show the raw reply.",
        discussion: "Sends this session's token and, to auth, this device's proof. The reply changes nothing here.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The method's name, such as vault.info.") var method: String
    @Argument(help: "Params as JSON.") var params: String = "{}"
    @Option(help: "auth or vault, for methods both have.") var service: String?
    @Option(help: "A token to send in place of this session's.") var token: String?
    @Flag(help: "Send no token.") var anonymous = false

    func command() throws -> any DeviceCommand {
        guard let json = try? JSON(parsing: params) else { throw ArgumentFault("params are not JSON") }
        return CallMethod(
            method: method, params: json, service: service,
            token: anonymous ? CallMethod.Token.none : token.map { .other($0) })
    }
}
