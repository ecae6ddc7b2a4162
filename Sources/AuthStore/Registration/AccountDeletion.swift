/// The input of an account's deletion: the record, and the call to the vault.
public struct AccountDeletion: Sendable {
    /// What is recorded of the account.
    public let record: DeletionRecord
    /// The call that erases the account's vault, encrypted by the service.
    let purge: OutboxEntry

    public init(record: DeletionRecord, purge: OutboxEntry) {
        self.record = record
        self.purge = purge
    }

    public enum Outcome: Sendable, Hashable {
        /// The account is unusable and its number is free.
        case deleted
        /// No account is known under the identifier.
        case unknown
        /// The deletion needs a confirmation that was not given, and nothing was changed.
        case refused(ConfirmationRefused)
        /// The account is not in the state the transition was decided on.
        case stateChanged
    }
}
