/// The result of an event: the next state, and the effects that the store carries out in the same database transaction.
public struct Transition<M: Machine>: Hashable, Sendable {
    public let state: M.State
    /// In the order in which they are carried out.
    public let effects: [M.Effect]

    /// Writes a row of a table: `.confirm: .to(.registered, .openSession)`.
    public static func to(_ state: M.State, _ effects: M.Effect...) -> Transition {
        Transition(state: state, effects: effects)
    }
}
