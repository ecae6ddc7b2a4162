import ArgumentParser
import Contracts
import Domain
import Primitives
import StrictJSON

struct ApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Decides who may sync.",
        subcommands: [Pending.self, Yes.self, No.self, Why.self])

    struct Pending: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "pending", abstract: "Lists who waits.")
        @OptionGroup var desk: Desk
        @Option(help: "Only this facility group.") var group: String?

        func run() async throws {
            let people = try await desk.call(
                ApprovalPending.self, .init(group: group.flatMap { GroupID(rawValue: $0) })
            ).people
            if desk.json { return print(try WireEncoder().encode(people).text) }
            if people.isEmpty { print("Nobody waits.") }
            for person in people {
                print("\(person.accountId)  \(person.phone)  \(person.group.rawValue)  version \(person.version)")
            }
        }
    }

    struct Yes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "yes", abstract: "Approves a person for syncing.")
        @OptionGroup var desk: Desk
        @Argument(help: "Their number, with the country's code.") var phone: String
        func run() async throws { try await ApproveCommand.decide(desk, phone, .approvedForSyncing, reason: nil) }
    }

    struct No: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "no", abstract: "Disapproves a person for syncing.")
        @OptionGroup var desk: Desk
        @Argument(help: "Their number, with the country's code.") var phone: String
        @Option(help: "Why; the person sees it.") var reason: String
        func run() async throws { try await ApproveCommand.decide(desk, phone, .disapprovedForSyncing, reason: reason) }
    }

    struct Why: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "why", abstract: "Says why a person can or cannot sync.")
        @OptionGroup var desk: Desk
        @Argument(help: "Their number, with the country's code.") var phone: String
        func run() async throws {
            let person = try await ApproveCommand.find(desk, phone)
            let answer = try await desk.call(ApprovalExplain.self, .init(accountId: person.accountId))
            if desk.json { return print(try WireEncoder().encode(answer).text) }
            print(answer.canSync ? "They can sync." : "They cannot sync.")
            for fact in answer.because { print("- \(fact)") }
        }
    }

    private static func find(_ desk: Desk, _ phone: String) async throws -> PendingPerson {
        for status in ApprovalStatus.allCases {
            let people = try await desk.call(ApprovalPending.self, .init(status: status, phone: phone)).people
            if let person = people.first { return person }
        }
        throw ValidationError("nobody has that number")
    }

    private static func decide(_ desk: Desk, _ phone: String, _ status: ApprovalStatus, reason: String?) async throws {
        let person = try await find(desk, phone)
        let answer = try await desk.call(
            ApprovalDecide.self,
            .init(accountId: person.accountId, version: person.version, status: status, reason: reason))
        if desk.json { return print(try WireEncoder().encode(answer).text) }
        print("\(person.phone) is now \(answer.status.rawValue).")
    }
}
