/// Where an event leads, and what the handler is to do in the same transaction.
public struct Move<State: Hashable & Sendable, Effect: Hashable & Sendable>: Hashable, Sendable {
    /// The state after it.
    public let state: State
    /// What is to be done, in this order.
    public let effects: [Effect]

    /// A move to a state with its effects; how a row of a table reads.
    public static func to(_ state: State, _ effects: Effect...) -> Move {
        Move(state: state, effects: effects)
    }
}
