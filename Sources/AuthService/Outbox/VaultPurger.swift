public import Primitives

/// Calls `vault.purge`, which erases the vault of a deleted account. `latchkey-auth` creates it with its connection to
/// the vault.
public struct VaultPurger: Sendable {
    /// Calls the vault; repetitions for one deletion carry the same request ID.
    public let purge: @Sendable (AccountID, RequestID) async -> DeliveryOutcome

    public init(_ purge: @escaping @Sendable (AccountID, RequestID) async -> DeliveryOutcome) {
        self.purge = purge
    }
}
