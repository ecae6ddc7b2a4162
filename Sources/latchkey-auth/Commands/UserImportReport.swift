import Contracts
import Domain
import Primitives

/// What became of the lines of a file of people.
struct UserImportReport: Encodable {
    struct Refusal: Encodable {
        let line: Int
        let reason: String
    }

    private(set) var created = 0
    private(set) var unchanged = 0
    private(set) var refused: [Refusal] = []

    /// True if a line was refused.
    var isIncomplete: Bool { !refused.isEmpty }

    mutating func add(_ line: Int, _ outcome: Open<ImportOutcome>) {
        switch outcome.value {
        case .created: created += 1
        case .unchanged: unchanged += 1
        case .inOtherGroup: refuse(line, "the number has an account in another group: use user move-group")
        case .isOperator: refuse(line, "the number is an operator's")
        case .phoneInvalid: refuse(line, "this is no phone number with the country's code")
        case .groupUnknown: refuse(line, "there is no such facility group")
        case .groupUnsuitable: refuse(line, "the group verifies no phone numbers")
        case nil: refuse(line, outcome.rawValue)
        }
    }

    /// Adds a refused line; they are kept in order of their number.
    mutating func refuse(_ line: Int, _ reason: String) {
        let place = refused.firstIndex { $0.line > line } ?? refused.endIndex
        refused.insert(Refusal(line: line, reason: reason), at: place)
    }

    /// The lines that the command prints.
    func text(isDryRun: Bool) -> [String] {
        refused.map { "line \($0.line): \($0.reason)" } + [
            "\(created) accounts \(isDryRun ? "would be made" : "were made"), \(unchanged) exist already, "
                + "\(refused.count) lines were refused."
        ]
    }
}
