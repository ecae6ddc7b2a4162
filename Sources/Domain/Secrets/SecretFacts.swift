/// The facts that decide an operation, beside its type and the item's state.
public struct SecretFacts: Hashable, Sendable {
    /// How the operation's base compares with the item or its tombstone.
    public let base: SecretBase
    /// True if the operation's body has the same content as the live item's.
    public let sameContent: Bool
    /// True if a trash or delete is applied to any rev.
    public let force: Bool
    /// True if the operation has a body.
    public let hasBody: Bool

    public init(base: SecretBase, sameContent: Bool = false, force: Bool = false, hasBody: Bool = false) {
        self.base = base
        self.sameContent = sameContent
        self.force = force
        self.hasBody = hasBody
    }
}
