import Domain
import StrictJSON

/// The state machines that the console draws for a person, as JSON.
///
/// They are read from the tables that run the service, so that the drawing shows what the service does.
enum ConsoleMachines {
    static let json: [UInt8] = {
        let document: JSONObject = ["approval": .object(approval), "registration": .object(registration)]
        return JSON.object(document).encoded()
    }()

    /// The approval status, which an operator may set from any value to any other.
    private static var approval: JSONObject {
        let moves = ApprovalStatus.allCases.flatMap { from in
            ApprovalStatus.allCases.filter { $0 != from }.map { to in
                move(from.rawValue, "approval.decide", to.rawValue, isInferred: false)
            }
        }
        return machine(ApprovalStatus.allCases.map(\.rawValue), moves)
    }

    private static var registration: JSONObject {
        let moves = Diagram.rows(of: Registration.self).map {
            move($0.from, $0.event, $0.to, isInferred: $0.isInferred)
        }
        return machine(Registration.State.allCases.map(\.rawValue), moves)
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
