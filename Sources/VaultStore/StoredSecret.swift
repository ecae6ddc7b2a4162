public import Domain
public import Primitives

/// One secret of an account, with its body decrypted.
public struct StoredSecret: Sendable, Hashable {
    /// The body of a secret, or the reason why there is none.
    public enum Body: Sendable, Hashable {
        /// The body's canonical JSON.
        case open([UInt8])
        /// The stored body cannot be decrypted: it or its data key is damaged. The owner's devices keep their copies.
        case unreadable
        /// The body was erased when the secret was deleted.
        case erased
    }

    /// A version that was lost when the database was restored.
    public struct LostVersion: Sendable, Hashable {
        public let epoch: EpochID
        public let rev: Int64
    }

    /// The id, chosen by the device that created the secret, or by the vault for a `secret.add` without an id.
    public let id: SecretID
    /// The kind: `otp`, `note`, `login` or `opaque`.
    public let kind: String
    /// The account's sequence number of the secret's last change.
    public let rev: Int64
    public let state: SecretState
    /// The version of the body's format within its kind.
    public let schema: Int64
    public let body: Body
    public let createdAt: Instant
    public let updatedAt: Instant
    /// The time at which the secret was last put into the trash or deleted; nil while it is live.
    public let deletedAt: Instant?
    /// The device that made the last change.
    public let updatedBy: DeviceID
    /// The lost version that a device brought back with the last change; nil for every other change.
    public let broughtBack: LostVersion?
    /// The lost version that the content repeats or was made from; nil if there is none. Later changes keep it, so that
    /// a device which still has this version, or an earlier one of its epoch, has nothing to add.
    public let includes: LostVersion?
}
