import Domain
import JSONRPC
import StrictJSON

/// The state machines and decision tables of `Domain`, as JSON and Markdown; a state machine as a diagram too.
enum MachinePages {
    static var all: [Page] {
        machine(Registration.self) + machine(KeyLife.self) + machine(ParentSession.self) + machine(ChildAccess.self)
            + machine(PINLockout.self)
            + table(
                "UserStanding", "What the app shows and allows, by the user-states document.", StandingTable.columns,
                StandingTable.rows)
            + table(
                "SecretFate", "What a device does with profile and secrets, by the secrets-logic document.",
                fateColumns, fateRows)
            + table(
                "SecretDecision", "The result of an operation on an item of the vault.", decisionColumns, decisionRows)
    }

    private static func machine<M: Machine>(_ machine: M.Type) -> [Page] {
        let rows: [JSON] = Diagram.rows(of: machine).map { row in
            [
                "from": .string(row.from), "event": .string(row.event), "to": .string(row.to),
                "effects": .array(row.effects.map { .string($0) }), "inferred": .bool(row.isInferred),
            ]
        }
        let object: JSONObject = [
            "machine": .string(M.name), "initial": .string(M.initial.rawValue),
            "finals": .array(M.finals.map(\.rawValue).sorted().map { .string($0) }), "moves": .array(rows),
        ]
        return [
            Page("machines/\(M.name).json", JSON.object(object).pretty),
            Page("machines/\(M.name).mmd", Diagram.mermaid(of: machine)),
            Page(
                "machines/\(M.name).md",
                title(M.name, "In the diagram, transitions that the source documents do not state are dashed.")
                    + Diagram.markdown(of: machine)),
        ]
    }

    private static func table(_ name: String, _ subject: String, _ columns: [String], _ rows: [[String]]) -> [Page] {
        let objects: [JSON] = rows.map { row in .object(JSONObject(zip(columns, row).map { ($0, .string($1)) })) }
        return [
            Page("machines/\(name).json", JSON.object(["table": .string(name), "rows": .array(objects)]).pretty),
            Page("machines/\(name).md", title(name, subject) + Table.text(columns, rows)),
        ]
    }

    private static func title(_ name: String, _ subject: String) -> String {
        "# \(name)\n\nGenerated from the type `\(name)` of `Sources/Domain` by `scripts/dev docs`. \(subject)\n\n"
    }

    private static let fateColumns = [
        "event", "profile", "synchronised", "unsynchronised", "unsentDeletion", "situation",
    ]

    private static var fateRows: [[String]] {
        SecretFateEvent.allCases.map { event in
            let fate = SecretFate.of(event)
            return [
                words(event), fate.profile.rawValue, fate.synchronised.rawValue, fate.unsynchronised.rawValue,
                fate.unsentDeletion.rawValue, fate.situation.map { "\($0)" } ?? "",
            ]
        }
    }

    private static func words(_ event: SecretFateEvent) -> String {
        switch event {
        case .refused(let refusal): refusal.rawValue
        case .loggedOutHere(let choice): "logged out here, \(choice.rawValue)"
        case .loggedOutEverywhere(let choice): "logged out everywhere, \(choice.rawValue)"
        case .accountDeletedHere(let choice): "account deleted here, \(choice.rawValue)"
        case .ownRequestTookEffect(let choice): "own request took effect, \(choice.rawValue)"
        case .accountDeletedElsewhere: "account deleted elsewhere"
        }
    }

    private static let decisionColumns = ["operation", "item", "base", "when", "verdict"]

    /// One row for each combination of the facts on which the verdict depends. Bases with the same verdicts share a row.
    private static var decisionRows: [[String]] {
        SecretOperation.allCases.flatMap { operation in
            ([nil] + SecretState.allCases).flatMap { item in
                let verdicts = SecretBase.allCases.map { base in
                    (0..<8).map { SecretDecision.decide(operation, on: item, facts(base, $0)) }
                }
                let groups = Dictionary(grouping: SecretBase.allCases.indices) { verdicts[$0] }
                return groups.sorted { $0.value[0] < $1.value[0] }.flatMap { verdicts, bases in
                    let names =
                        bases.count == SecretBase.allCases.count
                        ? ""
                        : bases.map { SecretBase.allCases[$0].rawValue }
                            .joined(separator: " or ")
                    return rows(of: verdicts).map {
                        [operation.rawValue, item?.rawValue ?? "absent", names, $0.when, words($0.verdict)]
                    }
                }
            }
        }
    }

    /// The combinations of the facts beside the base on which 8 verdicts depend, each with its verdict.
    private static func rows(of verdicts: [SecretVerdict]) -> [(when: String, verdict: SecretVerdict)] {
        let matter = (0..<3).filter { bit in (0..<8).contains { verdicts[$0] != verdicts[$0 ^ (1 << bit)] } }
        let mask = matter.reduce(0) { $0 | 1 << $1 }
        return (0..<8).reversed().filter { $0 & ~mask == 0 }.map { choice in
            let when = matter.map { (choice >> $0 & 1 == 1 ? "" : "not ") + factNames[$0] }
            return (when.joined(separator: ", "), verdicts[choice])
        }
    }

    private static let factNames = ["same content", "forced", "has a body"]

    private static func facts(_ base: SecretBase, _ bits: Int) -> SecretFacts {
        SecretFacts(base: base, sameContent: bits & 1 != 0, force: bits & 2 != 0, hasBody: bits & 4 != 0)
    }

    private static func words(_ verdict: SecretVerdict) -> String {
        switch verdict {
        case .applied: "applied"
        case .noop: "noop"
        case .conflict: "conflict"
        case .gone: "gone"
        case .rejected(let why): "rejected: \(why.rawValue)"
        }
    }
}
