import Contracts
import Domain
import Primitives

/// What became of the lines of a file of people.
struct UserImportReport: Encodable {
    /// What became of one line, or in a dry run what would become of it.
    struct Line: Encodable {
        let line: Int
        /// The name of an ``ImportOutcome``; `lineInvalid` for a line that names nobody.
        let outcome: String
        /// Why the line was refused; nil for a line that was not.
        let reason: String?
    }

    private enum CodingKeys: CodingKey { case created, unchanged, refused, lines }

    private var found: [Line] = []

    private(set) var created = 0
    private(set) var unchanged = 0

    /// All lines that are neither empty nor comments, in the order of the file.
    var lines: [Line] { found.sorted { $0.line < $1.line } }

    private var refused: [Line] { lines.filter { $0.reason != nil } }

    /// True if a line was refused.
    var isIncomplete: Bool { found.count > created + unchanged }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(created, forKey: .created)
        try container.encode(unchanged, forKey: .unchanged)
        try container.encode(refused, forKey: .refused)
        try container.encode(lines, forKey: .lines)
    }

    mutating func add(_ line: Int, _ outcome: Open<ImportOutcome>) {
        let reason: String? =
            switch outcome.value {
            case .created, .unchanged: nil
            case .inOtherGroup: "the number has an account in another group: use user move-group"
            case .isOperator: "the number is an operator's"
            case .phoneInvalid: "this is no phone number with the country's code"
            case .groupUnknown: "there is no such facility group"
            case .groupUnsuitable: "the group verifies no phone numbers"
            case nil: outcome.rawValue
            }
        if outcome.value == .created { created += 1 }
        if outcome.value == .unchanged { unchanged += 1 }
        found.append(Line(line: line, outcome: outcome.rawValue, reason: reason))
    }

    /// Adds a line that names nobody.
    mutating func refuse(_ line: Int, _ reason: String) {
        found.append(Line(line: line, outcome: "lineInvalid", reason: reason))
    }

    /// The lines that the command prints.
    func text(isDryRun: Bool) -> [String] {
        let made = isDryRun ? "would be made" : "were made", one = isDryRun ? "would be made" : "was made"
        let refused = found.count - created - unchanged
        return lines.map { line in
            let isNew = line.outcome == ImportOutcome.created.rawValue
            return "line \(line.line): \(line.reason ?? (isNew ? "an account \(one)" : "the account exists already"))"
        } + ["\(created) accounts \(made), \(unchanged) exist already, \(refused) lines were refused."]
    }
}
