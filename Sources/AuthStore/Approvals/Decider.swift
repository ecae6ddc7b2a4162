public import Primitives

/// Who decides about people.
public enum Decider: Sendable, Hashable {
    /// An operator, about the groups they own now.
    case person(AccountID)
    /// The local administrator, over the service's own socket: about everyone.
    case administrator
}
