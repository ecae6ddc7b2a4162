import ArgumentParser
import AuthService
import AuthStore
import Logging
import Primitives
import SQL
import ServiceHost
import Tokens

struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator", abstract: "Makes people operators.", subcommands: [Create.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Makes the account of an operator; on SQLite while the service is stopped.")
        @OptionGroup var place: DatabaseOptions
        @Option(help: "Their number, with the country's code.") var phone: String
        @Option(help: "A facility group they decide in; may be given several times.") var group: [String]

        func run() async throws {
            guard let number = E164(parsing: phone) else {
                throw ValidationError("\(phone) is no phone number: write +, country, number")
            }
            let groups = group.compactMap { GroupID(rawValue: $0) }
            guard groups.count == group.count, !groups.isEmpty else {
                throw ValidationError("a group's name is a-z, 0-9 and -")
            }
            let (engine, data) = try await place.open("auth", AuthRegistry.settings)
            let files = try AuthKeyFiles(
                try KeyFolder(data.keys, random: .system, makesMissing: false), isDemo: false)
            _ = try await engine.migrate(AuthStore.migrations)
            let database = engine.database
            let auth = Auth(
                store: AuthStore(database), keys: files.keys, tokens: AccessTokens(issuer: "", keys: files.signing),
                serviceCalls: files.serviceCalls, clock: .system, steady: .system, random: .system,
                settings: AuthSettings(issuer: "", publicURLs: []), log: Logger(label: "latchkey-auth"))
            try await auth.prepare()
            let made = try await auth.makeOperator(phone: number, groups: groups)
            await database.close()
            switch made {
            case .ready(let account):
                print("\(number) decides in \(groups.map(\.rawValue).joined(separator: ", ")): \(account)")
            case .numberTaken:
                throw ValidationError("\(number) is a member's or a parent's; an operator needs a number of their own")
            case .groupUnknown(let group):
                throw ValidationError("there is no facility group \(group); serve makes the built-in ones")
            }
        }
    }
}
