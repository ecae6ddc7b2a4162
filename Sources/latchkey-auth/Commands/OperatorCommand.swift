import ArgumentParser
import AuthService
import AuthStore
import Primitives
import SQL
import ServiceHost

struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator", abstract: "Creates operators.", subcommands: [Create.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: """
                Creates an operator's account, or gives an operator further groups. Runs the pending migrations of the \
                database first. On SQLite the service must be stopped.
                """)
        @OptionGroup var options: DatabaseOptions
        @Option(help: "The operator's phone number, with country code.") var phone: String
        @Option(help: "A facility group the operator approves people in; may be given several times.") var group:
            [String]

        func run() async throws {
            guard let number = E164(parsing: phone) else {
                throw ValidationError("\(phone) is not a phone number: write it as +, country code, number")
            }
            let groups = group.compactMap { GroupID(rawValue: $0) }
            guard groups.count == group.count, !groups.isEmpty else {
                throw ValidationError("a group's name is a letter a-z and at most 31 of a-z, 0-9 and -")
            }
            let (opened, configuration) = try await options.open(
                AuthConfiguration.self, beginGeneration: AuthServer.beginGeneration)
            let files = try AuthKeyFiles(existingIn: configuration.common)
            _ = try await opened.migrate(AuthStore.migrations)
            try await AuthKeyCheck(keys: files.keys).run(on: AuthStore(opened.database))
            try await opened.checkTimeline()
            let auth = Auth(forCommandOn: opened.database, files, configuration.common)
            try await auth.prepare()
            let made = try await auth.makeOperator(phone: number, groups: groups)
            await opened.close()
            switch made {
            case .ready(let account):
                print("\(number) is an operator in \(groups.map(\.rawValue).joined(separator: ", ")): \(account)")
            case .numberTaken:
                throw ValidationError("\(number) is a member's or a parent's: an operator needs a number of their own")
            case .groupUnknown(let group):
                throw ValidationError(
                    "there is no facility group \(group): the built-in groups are home, clinic and fieldwork")
            }
        }
    }
}
