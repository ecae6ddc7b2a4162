/// The kind of an account. The auth service alone sets it; a client never does.
///
/// Raw values are stored in the `account` table and are the `role` claim of access tokens.
public enum Role: String, CaseIterable, Hashable, Sendable, Codable {
    /// A person who belongs to a facility group.
    case member
    /// A person who has children's devices in their care.
    case parent
    /// A person who has one device, bound by a parent's invite.
    case child
    /// A person who decides the approvals of facility groups.
    case `operator`
}
