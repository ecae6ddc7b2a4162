/// The result of an event: the next state, and the effects that the transaction of the move carries out.
public struct Move<State: Hashable & Sendable, Effect: Hashable & Sendable>: Hashable, Sendable {
    public let state: State
    /// In the order in which they are carried out.
    public let effects: [Effect]

    /// Writes a row of a table: `.confirm: .to(.registered, .openSession)`.
    public static func to(_ state: State, _ effects: Effect...) -> Move {
        Move(state: state, effects: effects)
    }
}
