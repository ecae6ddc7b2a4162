/// The kind of account a token speaks for. Set by auth alone, never taken from a client.
public enum Role: String, Hashable, Sendable, CaseIterable {
    /// Belongs to a facility group (seed 0).
    case member
    /// Has children's devices in its care (seed 3).
    case parent
    /// Lives on one bound device (seed 3).
    case child
    /// Decides approvals.
    case `operator`
}
