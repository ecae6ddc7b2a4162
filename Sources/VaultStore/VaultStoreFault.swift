/// A reason why the vault's store refuses a whole call. A refused operation of a push has a ``PushOutcome`` instead.
public enum VaultStoreFault: Error, Sendable, Hashable {
    /// The account was erased for good.
    case purged
    /// The cursor cannot be continued: the device pulls again from the beginning.
    case resyncRequired(ResyncReason)
    /// This instance does not hold the wrapping key of the account's data key, named by its id. Nothing can be opened or
    /// sealed until the operator brings the key file back.
    case keyMissing(String)
    /// The account's data key cannot be unwrapped although the wrapping key is the right one: its row is damaged.
    case keyUnreadable
    /// The key files do not fit the database. The text is one sentence for the operator that names the key.
    case wrongKey(String)
}
