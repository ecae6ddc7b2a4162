/// A state and an event for which the tables have no transition. Nothing changes, and the caller is answered
/// `flowError` with the state and the event.
public struct Refusal<M: Machine>: Error, Hashable, CustomStringConvertible {
    public let state: M.State
    public let event: M.Event

    public init(state: M.State, event: M.Event) {
        self.state = state
        self.event = event
    }

    public var description: String { "\(M.name): \(event.rawValue) is not possible in \(state.rawValue)" }
}
