public import Primitives

/// The changes that one sync made.
public struct SyncReport: Sendable, Hashable {
    /// Entries that were new or changed on the server.
    public var received = 0
    /// Visible entries that were erased here, because the server has deleted them.
    public var removed = 0
    /// Changes of this device that the server accepted.
    public var sent = 0
    /// Those of `sent` whose base was a version that the server had lost in a restore.
    public var sentOnLostBase = 0
    /// New entries that hold this device's version, because it could not be merged with the server's.
    public var copies: [SecretID] = []
    /// Entries that the server has deleted and this device has not: edited here, or kept through a logout. They stay
    /// here until the person decides.
    public var gone: [SecretID] = []
    /// Entries that moved to the local trash, from which they can be brought back for 30 days.
    public var trashed: [SecretID] = []
    /// Entries whose deletion is held, because the server deleted too many at once: they are in the local trash until
    /// the person decides.
    public var held: [SecretID] = []
    /// Changes that the server rejected for good, with the reason; they stay here and are not sent until edited.
    public var rejected: [SecretID: String] = [:]
    /// Changes that wait because the account is at a limit of the vault, each with the limit's name. They stay pending,
    /// and the next sync sends them again.
    public var waiting: [SecretID: String] = [:]
    /// Labels of this device that were replaced by another device's, because both had changed them.
    public var replaced: [SecretID: [ReplacedLabel]] = [:]
    /// The comparison with the vault's manifest; nil if there was no need for one.
    public var comparison: VaultComparison?

    mutating func add(_ other: SyncReport) {
        received += other.received
        removed += other.removed
        sent += other.sent
        sentOnLostBase += other.sentOnLostBase
        copies += other.copies
        gone += other.gone
        trashed += other.trashed
        held += other.held
        rejected.merge(other.rejected) { $1 }
        waiting.merge(other.waiting) { $1 }
        replaced.merge(other.replaced) { $0 + $1 }
        comparison = other.comparison ?? comparison
    }
}
