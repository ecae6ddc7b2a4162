/// What decides an operation beside its type and the item's state.
public struct SecretFacts: Hashable, Sendable {
    /// Whether the operation's base (epoch, rev) is the item's, or its tombstone's.
    public let baseMatches: Bool
    /// Whether the operation's body says what the live item's says.
    public let sameContent: Bool
    /// Whether the caller wants a trash or a delete whatever has changed.
    public let force: Bool
    /// Whether the operation brings a body.
    public let hasBody: Bool

    /// The facts of one operation.
    public init(baseMatches: Bool, sameContent: Bool = false, force: Bool = false, hasBody: Bool = false) {
        self.baseMatches = baseMatches
        self.sameContent = sameContent
        self.force = force
        self.hasBody = hasBody
    }
}
