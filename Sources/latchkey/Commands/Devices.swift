import ArgumentParser
import LatchkeyDevice
import StrictJSON

struct Sessions: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "List your devices, and those that wait to be let in.")
    @OptionGroup var options: ProfileOptions
    var verb: Verb { .sessions }
}

struct Admit: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "Let in a new device that shows these two digits.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The two digits on its screen.") var digits: String
    @Option(help: "Its session, where two show the same digits.") var session: String?
    var verb: Verb { .admit }
    func arguments() -> JSONObject {
        var arguments: JSONObject = ["digits": .string(digits)]
        arguments["session"] = session.map { .string($0) }
        return arguments
    }
}
