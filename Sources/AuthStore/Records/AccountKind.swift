/// What an account is; it never comes from a client.
public enum AccountKind: String, Sendable, Hashable, CaseIterable {
    /// A person who belongs to a facility group (seed 0).
    case member
    /// A person with children (seed 3).
    case parent
    /// A person who has one device, bound by a parent's invite (seed 3).
    case child
    /// A person who decides about others' approval (seed 0).
    case `operator`
}
