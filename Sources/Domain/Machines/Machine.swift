import FaultInjection

/// A state machine written as two tables that read like the source document they come from.
///
/// Conditions stay outside: the caller first classifies the facts as an event, then asks ``next(_:on:)`` for the
/// transition.
public protocol Machine: SendableMetatype {
    /// Raw values are the source document's tokens.
    associatedtype State: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    /// Raw values are the source document's tokens where it has one.
    associatedtype Event: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    /// A part of a transition's work. The store carries out all parts in one database transaction.
    associatedtype Effect: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    typealias Transitions = [State: [Event: Transition<Self>]]

    /// The transitions of the source document, in its order.
    static var stated: Transitions { get }
    /// The transitions this project added, each with its reason.
    static var inferred: Transitions { get }
    static var initial: State { get }
    /// The states that may have no way out.
    static var finals: Set<State> { get }
}

extension Machine {
    /// The name of the machine in `LATCHKEY_DROP_ROW` and in the generated documents.
    public static var name: String { "\(Self.self)" }

    /// The transition from a state on an event; nil if the tables have none or `LATCHKEY_DROP_ROW` names it.
    public static func transition(from state: State, on event: Event) -> Transition<Self>? {
        if DroppedRow.any, DroppedRow.includes(machine: name, state: state.rawValue, event: event.rawValue) {
            return nil
        }
        return stated[state]?[event] ?? inferred[state]?[event]
    }

    /// The transition from a state on an event.
    /// - Throws: ``Refusal`` with the state and the event if ``transition(from:on:)`` returns nil.
    public static func next(_ state: State, on event: Event) throws(Refusal<Self>) -> Transition<Self> {
        guard let transition = transition(from: state, on: event) else { throw Refusal(state: state, event: event) }
        return transition
    }
}
