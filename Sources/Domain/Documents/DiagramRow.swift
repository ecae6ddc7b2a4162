/// A transition of a state machine as the generated documents show it.
public struct DiagramRow: Hashable, Sendable {
    public let from: String
    public let event: String
    public let to: String
    public let effects: [String]
    /// True for a transition this project added to the source document.
    public let isInferred: Bool
}
