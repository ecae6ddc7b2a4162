import ArgumentParser
import LatchkeyDevice
import StrictJSON

struct Call: VerbCommand {
    static let configuration = CommandConfiguration(
        abstract: "Call a method by name and show the bare answer.",
        discussion: "Carries this session's token and, to auth, this device's proof. Nothing is learnt from the answer."
    )
    @OptionGroup var options: ProfileOptions
    @Argument(help: "Such as vault.info.") var method: String
    @Argument(help: "Params as JSON.") var params: String = "{}"
    @Option(help: "auth or vault, for methods both have.") var service: String?
    @Option(help: "Another token than this session's.") var token: String?
    @Flag(help: "Send no token.") var anonymous = false
    var verb: Verb { .call }

    func arguments() throws -> JSONObject {
        guard let json = try? JSON(parsing: params) else { throw DeviceFault.argument("params are not JSON") }
        var arguments: JSONObject = ["method": .string(method), "params": json]
        arguments["service"] = service.map { .string($0) }
        arguments["token"] = anonymous ? false : token.map { .string($0) }
        return arguments
    }
}
