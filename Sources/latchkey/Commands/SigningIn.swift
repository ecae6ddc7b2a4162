import ArgumentParser
import LatchkeyDevice
import StrictJSON

struct Register: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "Register a phone number in a facility group.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The number, with the country's code.") var phone: String
    @Option(help: "The facility group.") var group: String
    var verb: Verb { .register }
    func arguments() -> JSONObject { ["phone": .string(phone), "group": .string(group)] }
}

struct Login: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "Ask for a login code.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The number, with the country's code.") var phone: String
    var verb: Verb { .login }
    func arguments() -> JSONObject { ["phone": .string(phone)] }
}

struct Confirm: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "Answer the code that is awaited.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The code; none where the group asks for none.") var code: String?
    var verb: Verb { .confirm }
    func arguments() -> JSONObject { code.map { ["code": .string($0)] } ?? [:] }
}

struct Status: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "Ask where this session stands.")
    @OptionGroup var options: ProfileOptions
    var verb: Verb { .status }
}

struct Standing: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "What is known here of where you stand; asks nobody.")
    @OptionGroup var options: ProfileOptions
    var verb: Verb { .standing }
}

struct Refresh: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "Turn the refresh token into the next pair.")
    @OptionGroup var options: ProfileOptions
    var verb: Verb { .refresh }
}
