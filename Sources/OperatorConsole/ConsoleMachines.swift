import Domain
import StrictJSON

/// The state machines that the console draws for a person, as JSON.
///
/// The registration and the access of a child are read from the tables that run the service. The approval status has no table:
/// an operator may change each value to each other one.
enum ConsoleMachines {
    static let json: [UInt8] = {
        let document: JSONObject = [
            "approval": .object(approval), "registration": .object(machine(of: Registration.self)),
            "child": .object(machine(of: ChildAccess.self)),
        ]
        return JSON.object(document).encoded()
    }()

    private static var approval: JSONObject {
        let moves = ApprovalStatus.allCases.flatMap { from in
            ApprovalStatus.allCases.filter { $0 != from }.map { to in
                move(from.rawValue, "approval.decide", to.rawValue, isInferred: false)
            }
        }
        return machine(ApprovalStatus.allCases.map(\.rawValue), moves)
    }

    private static func machine<M: Machine>(of table: M.Type) -> JSONObject {
        let moves = Diagram.rows(of: table).map { move($0.from, $0.event, $0.to, isInferred: $0.isInferred) }
        return machine(M.State.allCases.map(\.rawValue), moves)
    }

    private static func machine(_ states: [String], _ moves: [JSON]) -> JSONObject {
        ["states": .array(states.map { .string($0) }), "moves": .array(moves)]
    }

    private static func move(_ from: String, _ event: String, _ to: String, isInferred: Bool) -> JSON {
        .object([
            "from": .string(from), "event": .string(event), "to": .string(to), "inferred": .bool(isInferred),
        ])
    }
}
