/// The fallback of an operation that is in conflict: its base is not the secret's current rev, or it has no base. Raw
/// values are the wire's.
public enum OnConflict: String, CaseIterable, Hashable, Sendable, Codable {
    /// Change nothing and answer with the current secret.
    case `return`
    /// Keep the current secret and store the operation's body as a copy under `copyId`; without a body, as `return`.
    case copy
}

/// The fallback of an operation whose secret is in the trash, deleted or unknown. Raw values are the wire's.
public enum OnGone: String, CaseIterable, Hashable, Sendable, Codable {
    /// Change nothing and answer with the trashed secret or the tombstone, if there is one.
    case `return`
    /// Bring the secret back with the operation's body.
    case restore
    /// Store the operation's body as a copy under `copyId`.
    case copy
}
