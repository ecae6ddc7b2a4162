import FaultInjection

/// A state machine written as two tables that read like the source document they come from.
///
/// Conditions stay outside: the caller first classifies the facts as an event, then asks ``next(_:on:)`` for the move.
public protocol Machine: SendableMetatype {
    /// Raw values are the source document's tokens.
    associatedtype State: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    /// Raw values are the source document's tokens where it has one.
    associatedtype Event: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    /// A part of a move's work, carried out in the transaction of the move.
    associatedtype Effect: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    typealias Transition = Move<State, Effect>
    typealias Transitions = [State: [Event: Transition]]

    /// The moves of the source document, in its order.
    static var stated: Transitions { get }
    /// The moves this project added, each with its reason.
    static var inferred: Transitions { get }
    static var initial: State { get }
    /// The states that may have no way out.
    static var finals: Set<State> { get }
}

extension Machine {
    /// The name of the machine in `LATCHKEY_DROP_ROW` and in the generated documents.
    public static var name: String { "\(Self.self)" }

    /// The move from a state on an event; nil if the tables have none or `LATCHKEY_DROP_ROW` names it.
    public static func move(from state: State, on event: Event) -> Move<State, Effect>? {
        if DroppedRow.any, DroppedRow.names(machine: name, state: state.rawValue, event: event.rawValue) { return nil }
        return stated[state]?[event] ?? inferred[state]?[event]
    }

    /// The move from a state on an event.
    /// - Throws: ``Refusal`` with both if the tables have none.
    public static func next(_ state: State, on event: Event) throws(Refusal<Self>) -> Move<State, Effect> {
        guard let move = move(from: state, on: event) else { throw Refusal(state: state, event: event) }
        return move
    }
}
