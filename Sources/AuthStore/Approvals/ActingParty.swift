public import Primitives

/// The party that acts on a person's account for somebody else.
public enum ActingParty: Sendable, Hashable {
    /// An operator, for the groups they have.
    case person(AccountID)
    /// The local administrator on the service's own socket, for everyone.
    case administrator

    /// The operator's account; nil for the administrator.
    public var account: AccountID? {
        switch self {
        case .person(let id): id
        case .administrator: nil
        }
    }
}
