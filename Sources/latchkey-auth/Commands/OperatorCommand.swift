import ArgumentParser
import Contracts
import JSONRPC
import Primitives
import ServiceHost

struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator", abstract: "Creates, enrols, lists, resets and removes operators.",
        subcommands: [Create.self, Enrol.self, List.self, Reset.self, Remove.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: """
                Creates an operator's account, or gives an operator further groups, and prints the secret that the first \
                login has to show.
                """)
        @OptionGroup var service: AdministrationOptions
        @Option(help: "The operator's phone number, with country code.") var phone: String
        @Option(help: "A facility group the operator approves people in; may be given several times.") var group:
            [String]

        func run() async throws {
            let groups = try group.map(GroupCommand.name)
            try await OperatorCommand.enrol(service, .init(phone: phone, groups: groups))
        }
    }

    struct Enrol: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enrol",
            abstract: "Replaces an operator's enrolment secret, for a new device or after 72 hours, and prints it.")
        @OptionGroup var service: AdministrationOptions
        @Option(help: "The operator's phone number, with country code.") var phone: String

        func run() async throws { try await OperatorCommand.enrol(service, .init(phone: phone)) }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the operators.")
        @OptionGroup var service: AdministrationOptions

        func run() async throws {
            let answer = try await service.call(OperatorList.self, .init())
            try service.show(answer) {
                answer.operators.map { person in
                    let secret = person.enrolmentExpiresAtMs.map {
                        person.enrolmentAttemptsLeft == 0
                            ? ", enrolment secret refused after too many wrong ones: enrol again"
                            : ", enrolment secret until \(TerminalText.time($0))"
                    }
                    let groups = person.groups.map(\.rawValue).joined(separator: ", ")
                    return
                        "\(person.accountId)  \(person.phone)  \(groups)  \(person.admittedDevices) admitted devices"
                        + (secret ?? "")
                }
            }
        }
    }

    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset",
            abstract: "Signs out an operator who has lost a device, and prints the secret for the next one.",
            discussion: """
                Every device of the operator loses its admission, and the PIN, the second factor and the recovery codes are \
                deleted. The groups stay.
                """)
        @OptionGroup var service: AdministrationOptions
        @OptionGroup var person: PersonOptions
        @Option(help: "The reason, which is recorded.") var reason: String?

        func run() async throws {
            let answer = try await service.call(
                OperatorReset.self, .init(phone: person.phone, accountId: person.accountID, reason: reason))
            try OperatorCommand.show(answer, service)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: """
                Makes an operator an ordinary member, and ends all their sessions; with --group takes this group alone from an \
                operator.
                """)
        @OptionGroup var service: AdministrationOptions
        @OptionGroup var person: PersonOptions
        @Option(help: "The only facility group that the operator loses.") var group: String?
        @Option(help: "The reason, which is recorded.") var reason: String?

        func run() async throws {
            let answer = try await service.call(
                OperatorRemove.self,
                .init(
                    phone: person.phone, accountId: person.accountID, group: group.map(GroupCommand.name),
                    reason: reason))
            try service.show(answer) {
                [
                    group.map { "The operator decides nothing more in \($0)." }
                        ?? "The person is an operator no more, and signed out everywhere."
                ]
            }
        }
    }

    private static func enrol(_ service: AdministrationOptions, _ params: OperatorEnrol.Params) async throws {
        try show(try await service.call(OperatorEnrol.self, params), service)
    }

    private static func show(_ answer: OperatorEnrol.Answer, _ service: AdministrationOptions) throws {
        try service.show(answer) {
            [
                "\(answer.phone) is an operator in \(answer.groups.map(\.rawValue).joined(separator: ", ")): "
                    + "\(answer.accountId)",
                "Enrolment secret, shown once, valid until \(TerminalText.time(answer.expiresAtMs)): "
                    + answer.enrolmentSecret.grouped,
                "The operator's device shows it at its first login: latchkey login NUMBER --enrolment-secret",
                "The login then asks for a PIN and a second factor, which the operator makes: without both, no operator "
                    + "decides anything.",
            ]
        }
    }
}
