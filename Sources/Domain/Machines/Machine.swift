import FaultInjection

/// A state machine that is a table: two nested literals that read like the seed they come from.
///
/// Guards stay outside. A short policy turns facts into one of the seed's events, then `next` moves or refuses:
/// *classify, then move*.
public protocol Machine: SendableMetatype {
    /// The seed's states; raw values are its own tokens.
    associatedtype State: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    /// What can happen; raw values are the seed's own tokens where it has one.
    associatedtype Event: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    /// What a move asks its handler to do.
    associatedtype Effect: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    /// From a state, on an event, a move.
    typealias Transitions = [State: [Event: Move<State, Effect>]]

    /// What the seed says, in its order.
    static var stated: Transitions { get }
    /// What we added, each row with its argument.
    static var inferred: Transitions { get }
    /// Where everything starts.
    static var initial: State { get }
    /// The states that need no way out.
    static var finals: Set<State> { get }
}

extension Machine {
    /// The table's name, as `LATCHKEY_DROP_ROW` and the printed documents call it.
    public static var name: String { "\(Self.self)" }

    /// The move from a state on an event; nil where the tables have none.
    public static func move(from state: State, on event: Event) -> Move<State, Effect>? {
        if DroppedRow.any, DroppedRow.names(machine: name, state: state.rawValue, event: event.rawValue) { return nil }
        return stated[state]?[event] ?? inferred[state]?[event]
    }

    /// Where an event leads and what is to be done on the way; refuses, naming both, where the tables have no row.
    public static func next(_ state: State, on event: Event) throws(Refusal<Self>) -> Move<State, Effect> {
        guard let move = move(from: state, on: event) else { throw Refusal(state: state, event: event) }
        return move
    }
}
