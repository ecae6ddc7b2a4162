/// The result of comparing an operation's base with the row of its item.
public enum SecretBase: String, CaseIterable, Hashable, Sendable {
    /// The base is the version that the row has.
    case current
    /// The base is a version that the vault acknowledged and lost in a restore, and the vault has nothing newer: no row, a
    /// row that has not changed since the restore, or a row that a device brought back from an earlier lost version.
    case lost
    /// The base is a version that the vault acknowledged and lost in a restore, there is no row, and a tombstone made since
    /// may have been erased: somebody may have deleted the item after a device had brought it back.
    case lostBeforeErasure
    /// The base is another version, the row is newer than the lost base, or the operation has no base.
    case stale
}
