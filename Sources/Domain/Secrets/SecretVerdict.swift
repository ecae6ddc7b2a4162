/// The verdict of ``SecretDecision`` on one operation.
public enum SecretVerdict: Hashable, Sendable {
    /// The operation is applied, and the item gets a new rev.
    case applied
    /// The item already is as requested; for a trash or delete this includes an unknown item.
    case noop
    /// The item is not at the operation's base, or exists although it was to be created.
    case conflict
    /// The item is in the trash, deleted or unknown.
    case gone
    /// The item cannot be restored.
    case rejected(SecretRejection)
}
