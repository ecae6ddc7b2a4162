import ArgumentParser
import LatchkeyDevice
import StrictJSON

struct Add: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "Add an entry.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The entry, as otpauth://…") var uri: String
    var verb: Verb { .add }
    func arguments() -> JSONObject { ["uri": .string(uri)] }
}

struct Import: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "Add the entries of a file, one otpauth:// line each.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "The file; - reads standard input.") var file: String
    var verb: Verb { .import }
    func arguments() throws -> JSONObject { ["text": .string(try TextFile.contents(of: file))] }
}

struct Edit: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "Change the labels of an entry.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "Its issuer, account name or id.") var entry: String
    @Option(help: "The new issuer.") var issuer: String?
    @Option(help: "The new account name.") var accountName: String?
    var verb: Verb { .edit }
    func arguments() -> JSONObject {
        var arguments: JSONObject = ["entry": .string(entry)]
        arguments["issuer"] = issuer.map { .string($0) }
        arguments["accountName"] = accountName.map { .string($0) }
        return arguments
    }
}

struct Delete: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "Delete an entry.")
    @OptionGroup var options: ProfileOptions
    @Argument(help: "Its issuer, account name or id.") var entry: String
    var verb: Verb { .delete }
    func arguments() -> JSONObject { ["entry": .string(entry)] }
}

struct Sync: VerbCommand {
    static let configuration = CommandConfiguration(abstract: "Push what is owed and pull what has changed.")
    @OptionGroup var options: ProfileOptions
    var verb: Verb { .sync }
}
