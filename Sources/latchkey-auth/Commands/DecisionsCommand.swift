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
    @Option(help: "The largest number of decisions, at most 200.") var limit = 100

    func run() async throws {
        let wanted = account.flatMap { AccountID($0) }
        guard account == nil || wanted != nil else { throw ValidationError("--account must be an account's id") }
        guard [phone, account, group].compactMap(\.self).count < 2 else {
            throw ValidationError("give one of --phone, --account and --group")
        }
        let answer = try await service.call(
            DecisionList.self,
            .init(phone: phone, accountId: wanted, group: group.map(GroupCommand.name), limit: limit))
        try service.show(answer) { answer.decisions.map(Self.line) }
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
