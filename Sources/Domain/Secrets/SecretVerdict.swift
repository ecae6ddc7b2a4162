/// The verdict of ``SecretDecision`` on one operation.
public enum SecretVerdict: Hashable, Sendable {
    /// The operation is applied, and the item gets a new rev.
    case applied
    /// The item already is as requested.
    case noop
    /// The item is not at the operation's base; the caller gets the current item.
    case conflict
    /// The item is in the trash, deleted or unknown; the caller gets the tombstone, if there is one.
    case gone
    /// The operation makes no sense for the item.
    case rejected(SecretRejection)
}
