public import Primitives

/// Tells the vault that an account is gone (`vault.purge`): one closure, which the host makes of its connection.
public struct VaultPurger: Sendable {
    /// Calls the vault; the request's identifier is the same at every repetition.
    public let purge: @Sendable (AccountID, RequestID) async -> DeliveryOutcome

    /// A purger that calls so.
    public init(_ purge: @escaping @Sendable (AccountID, RequestID) async -> DeliveryOutcome) {
        self.purge = purge
    }
}
