public import Primitives

/// The changes that one sync made.
public struct SyncReport: Sendable, Hashable {
    /// Entries that were new or changed on the server.
    public var received = 0
    /// Visible entries that the server has deleted.
    public var removed = 0
    /// Changes of this device that the server accepted.
    public var sent = 0
    /// New entries that hold this device's version, because it could not be merged with the server's.
    public var copies: [SecretID] = []
    /// Entries edited here and deleted on another device; they stay here until the person decides.
    public var gone: [SecretID] = []
    /// Changes that the server rejected for good, with the reason; they stay here and are not sent until edited.
    public var rejected: [SecretID: String] = [:]

    mutating func add(_ other: SyncReport) {
        received += other.received
        removed += other.removed
        sent += other.sent
        copies += other.copies
        gone += other.gone
        rejected.merge(other.rejected) { $1 }
    }
}
