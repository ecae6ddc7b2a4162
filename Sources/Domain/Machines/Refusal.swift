/// A pair the tables have no row for: nothing happened, and the caller gets `flowError` with both halves.
public struct Refusal<M: Machine>: Error, Hashable, CustomStringConvertible {
    /// Where things stood, and still stand.
    public let state: M.State
    /// What was tried.
    public let event: M.Event

    /// Names the pair.
    public init(state: M.State, event: M.Event) {
        self.state = state
        self.event = event
    }

    /// Both halves, in the seed's tokens.
    public var description: String { "\(M.name): \(event.rawValue) is not possible in \(state.rawValue)" }
}
