public import ArgumentParser
import Contracts
public import Domain
import Primitives
import ServiceHost
import StrictJSON

extension ApprovalStatus: ExpressibleByArgument {}

struct ApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve", abstract: "Approves or disapproves people for syncing.",
        subcommands: [Pending.self, Yes.self, No.self, Wait.self, Why.self, ConfirmBulk.self])

    struct Pending: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pending",
            abstract: "Lists the people who wait for approval, or have another status, the earliest first.")
        @OptionGroup var service: AdministrationSocketOptions
        @Option(help: "Only people of this facility group.") var group: String?
        @Option(help: "Only people with this status.") var status = ApprovalStatus.waitingForApproval
        @Option(help: "Only the person with this phone number.") var phone: String?
        @Option(help: "The largest number of people in the list, at most 500.") var limit = 100
        @Option(help: "Only the people after this place, which the page before has named.") var after: String?

        func run() async throws {
            let wanted = try group.map { text in
                guard let id = GroupID(rawValue: text) else {
                    throw ValidationError("--group: “\(text)” is not the name of a facility group")
                }
                return id
            }
            let page = try await service.call(
                ApprovalPending.self,
                .init(group: wanted, status: status, phone: phone, limit: limit, after: after))
            let people = page.people
            if service.json { return print(try WireEncoder().encode(page).text) }
            if people.isEmpty {
                print(status == .waitingForApproval ? "Nobody waits." : "Nobody is \(status.rawValue).")
            }
            for person in people { print(ApproveCommand.line(of: person)) }
            if let next = page.next { print("More people follow: --after=\(next)") }
        }
    }

    /// One person as a line.
    static func line(of person: PendingPerson) -> String {
        let request = person.hasRequestedPin ? "  approving lets a new PIN take effect" : ""
        return "\(person.accountId)  \(person.phone)  \(person.group.rawValue)  \(person.status.rawValue) since "
            + "\(TerminalText.time(person.sinceMs))  version \(person.version)\(request)"
    }

    struct ConfirmBulk: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "confirm-bulk",
            abstract:
                "Lets an operator decide about further people after 50 within an hour. Look at the decisions first.")
        @OptionGroup var service: AdministrationSocketOptions
        @Option(help: "The operator's account, from operator list.") var account: String
        @Option(help: "The facility group in which the operator may go on.") var group: String
        @Option(help: "The reason, which is recorded.") var reason: String?

        func run() async throws {
            guard let id = AccountID(account) else { throw ValidationError("--account must be an account's id") }
            let answer = try await service.call(
                ApprovalConfirmBulk.self,
                .init(operatorId: id, group: GroupCommand.name(group), reason: reason))
            if service.json { return print(try WireEncoder().encode(answer).text) }
            print("The operator may go on after \(answer.decisions) decisions.")
        }
    }

    struct Yes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "yes", abstract: "Approves a person for syncing.")
        @OptionGroup var service: AdministrationSocketOptions
        @OptionGroup var person: DecidedPerson
        @Option(help: "The reason, which is recorded, and which the person sees.") var reason: String?
        func run() async throws {
            try await ApproveCommand.decide(service, person, .approvedForSyncing, reason: reason)
        }
    }

    struct No: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "no",
            abstract: "Disapproves a person for syncing: their devices stop syncing and keep everything.")
        @OptionGroup var service: AdministrationSocketOptions
        @OptionGroup var person: DecidedPerson
        @Option(help: "The reason, which the person sees.") var reason: String
        func run() async throws {
            try await ApproveCommand.decide(service, person, .disapprovedForSyncing, reason: reason)
        }
    }

    struct Wait: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "wait",
            abstract: "Sets a person back to waiting for approval: their devices stop syncing and keep everything.")
        @OptionGroup var service: AdministrationSocketOptions
        @OptionGroup var person: DecidedPerson
        @Option(help: "The reason, which is recorded, and which the person sees.") var reason: String?
        func run() async throws {
            try await ApproveCommand.decide(service, person, .waitingForApproval, reason: reason)
        }
    }

    struct Why: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "why", abstract: "Explains why a person can or cannot sync.")
        @OptionGroup var service: AdministrationSocketOptions
        @OptionGroup var person: DecidedPerson

        func run() async throws {
            let account = try await person.find(service).accountId
            let answer = try await service.call(ApprovalExplain.self, .init(accountId: account))
            if service.json { return print(try WireEncoder().encode(answer).text) }
            print(answer.canSync ? "They can sync." : "They cannot sync.")
            for fact in answer.because { print("- \(fact)") }
        }
    }

    private static func decide(
        _ service: AdministrationSocketOptions, _ decided: DecidedPerson, _ status: ApprovalStatus, reason: String?
    ) async throws {
        let person = try await decided.find(service)
        let answer = try await service.call(
            ApprovalDecide.self,
            .init(accountId: person.accountId, version: person.version, status: status, reason: reason))
        if service.json { return print(try WireEncoder().encode(answer).text) }
        print("\(person.phone) is now \(answer.status.rawValue).")
        if person.hasRequestedPin, status == .approvedForSyncing {
            print(
                "The person had forgotten the PIN, and the new one takes effect. Make sure that it was they who asked.")
        }
    }
}
