public import Primitives

/// The input of an account's deletion: the proof, the record, and the call to the vault.
public struct AccountDeletion: Sendable {
    /// The counted attempt whose code was right.
    let attempt: Attempt
    /// What is recorded of the account.
    public let record: DeletionRecord
    /// The call that erases the account's vault, encrypted by the service.
    let purge: OutboxEntry

    public init(attempt: Attempt, record: DeletionRecord, purge: OutboxEntry) {
        self.attempt = attempt
        self.record = record
        self.purge = purge
    }

    public enum Outcome: Sendable, Hashable {
        /// The account is unusable and its number is free.
        case deleted
        /// The code was used, ended or expired while it was compared, or was sent to another number than the account's.
        case codeUnusable
        /// No account is known under the identifier.
        case unknown
        /// A device of the account is suspended.
        case held(until: Instant)
        /// The account is not in the state the transition was decided on.
        case stateChanged
    }
}
