public import Primitives

/// A reason why the vault's store refuses a whole call. A refused operation of a push has a ``PushOutcome`` instead.
public enum VaultStoreFault: Error, Sendable, Hashable {
    /// The account was erased for good.
    case purged
    /// The account has sent more than ``StoreLimits/operationsPerHour`` operations in the current hour. Refused
    /// operations count too. The hour ends after `remaining`.
    case tooManyOperations(remaining: Duration)
    /// The backends of the account have sent more than ``StoreLimits/backendOperationsPerHour`` operations in their current
    /// hour. Refused operations count too. The hour ends after `remaining`.
    case tooManyBackendOperations(remaining: Duration)
    /// The account has changed since the caller read it, and the push was to be applied only if it had not. Nothing was
    /// written.
    case changed
    /// The cursor cannot be continued: the device pulls again from the beginning.
    case resyncRequired(ResyncReason)
    /// This instance does not hold the wrapping key with this id, which encrypts the account's data key or would
    /// encrypt a new one. No body of the account can be decrypted or encrypted until the administrator restores the key
    /// file. The id is `active` if the database has no active key. ``VaultStore/rewrap(_:after:limit:)`` also throws it
    /// while the file of the active key is missing or wrong.
    case keyMissing(String)
    /// The data key of this account cannot be decrypted although its wrapping key is right: its row is missing or
    /// damaged. Only a push of a body throws this; a read returns the bodies as ``StoredSecret/Body/unreadable``.
    case keyUnreadable(AccountID)
}
