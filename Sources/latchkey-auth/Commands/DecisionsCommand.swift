import ArgumentParser
import Contracts
import Primitives
import ServiceHost

struct DecisionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decisions",
        abstract: "Lists the decisions of operators and of the administrator, the newest first.")

    @OptionGroup var service: AdministrationOptions
    @Option(help: "Only the decisions about the person with this phone number.") var phone: String?
    @Option(help: "Only the decisions about this account, which may be deleted.") var account: String?
    @Option(help: "Only the decisions about this facility group.") var group: String?
    @Option(help: "Only the decisions of the operator with this account.") var `operator`: String?
    @Option(help: "Only decisions of this time or earlier, in milliseconds since 1970.") var until: Int64?
    @Option(help: "The largest number of decisions, at most 200.") var limit = 100

    func run() async throws {
        guard [phone, account, group, `operator`].compactMap(\.self).count < 2 else {
            throw ValidationError("give one of --phone, --account, --group and --operator")
        }
        let answer = try await service.call(
            DecisionList.self,
            .init(
                phone: phone, accountId: Self.id(account, of: "--account"), group: group.map(GroupCommand.name),
                operatorId: Self.id(`operator`, of: "--operator"), untilMs: until.map(Instant.init(ms:)), limit: limit))
        try service.show(answer) { answer.decisions.map(Self.line) + answer.unconfirmed.map(Self.line) }
    }

    private static func id(_ text: String?, of option: String) throws -> AccountID? {
        guard let text else { return nil }
        guard let id = AccountID(text) else { throw ValidationError("\(option) must be an account's id") }
        return id
    }

    /// An operator who cannot go on, with the command that confirms.
    static func line(of operator: UnconfirmedOperator) -> String {
        "operator \(`operator`.operatorPhone) has made \(`operator`.decisions) decisions within an hour and waits for: "
            + "approve confirm-bulk --account \(`operator`.operatorId) --group \(`operator`.group.rawValue)"
    }

    /// One decision as a line: when, who, whom, what, and why.
    static func line(of decision: DecisionView) -> String {
        let decider = decision.operatorId.map { "operator \(decision.operatorPhone ?? "\($0)")" } ?? "administrator"
        let change = [decision.from, decision.to].map { $0 ?? "nothing" }.joined(separator: " -> ")
        let subject =
            decision.phone ?? decision.accountId.map { "\($0)" } ?? decision.group.map { "group \($0.rawValue)" }
        let reason = decision.reason.map { " (\($0))" } ?? ""
        return
            "\(TerminalText.time(decision.atMs))  \(decider)  \(subject ?? "")  "
            + "\(decision.kind.rawValue): \(change)\(reason)"
    }
}
