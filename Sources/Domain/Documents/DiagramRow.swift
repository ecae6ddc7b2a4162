/// One move of a machine, as its printed documents show it.
public struct DiagramRow: Hashable, Sendable {
    /// The state before.
    public let from: String
    /// What happens.
    public let event: String
    /// The state after.
    public let to: String
    /// What the move asks for, in order.
    public let effects: [String]
    /// Whether we added it, rather than the seed.
    public let isInferred: Bool
}
