/// What becomes of one operation.
public enum SecretVerdict: Hashable, Sendable {
    /// It happens, and the item gets a new rev.
    case applied
    /// The vault already is as asked.
    case noop
    /// The item has changed since; the caller gets the current one.
    case conflict
    /// The item is in the trash or deleted; the caller gets the tombstone.
    case gone
    /// It makes no sense.
    case rejected(SecretRejection)
}
