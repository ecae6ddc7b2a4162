/// Why the vault's store refuses a whole call; a single operation that is refused has an ``PushOutcome`` instead.
public enum VaultStoreFault: Error, Sendable, Hashable {
    /// The account was erased for good.
    case purged
    /// The cursor cannot be continued from; the device pulls from the beginning.
    case resyncRequired(ResyncReason)
    /// The data key is wrapped by a key this instance does not hold: nothing can be opened or sealed until its file is
    /// back. The text names the key.
    case keyMissing(String)
    /// The data key's row cannot be unwrapped with the right key: the row was damaged.
    case keyUnreadable
    /// A key file does not fit the database, told in one sentence that names the file's key.
    case wrongKey(String)
    /// A row holds what the code never wrote; the text says what, without any value.
    case damagedRow(String)
}
