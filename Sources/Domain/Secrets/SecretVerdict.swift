/// The verdict of ``SecretDecision`` on one operation.
public enum SecretVerdict: Hashable, Sendable {
    /// The operation is applied, and the item gets a new rev.
    case applied
    /// The item already is as requested.
    case noop
    /// The item changed since the operation's base; the caller gets the current one.
    case conflict
    /// The item is in the trash or deleted; the caller gets the tombstone.
    case gone
    /// The operation makes no sense for the item.
    case rejected(SecretRejection)
}
