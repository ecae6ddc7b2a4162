public import Domain
public import Primitives

/// One secret as its owner may see it.
public struct StoredSecret: Sendable, Hashable {
    /// The body, where there is one that can be opened.
    public enum Body: Sendable, Hashable {
        /// The JSON as it was sent.
        case open([UInt8])
        /// There is one, and it cannot be opened: the owner's device keeps its copy.
        case unreadable
        /// Erased when the secret was deleted.
        case erased
    }

    /// Chosen by the device that made it.
    public let id: SecretID
    /// `otp`, `note`, `login`, `opaque`.
    public let kind: String
    /// The number of its last change.
    public let rev: Int64
    /// Live, in the trash, or deleted.
    public let state: SecretState
    /// The version of the kind's body.
    public let schema: Int64
    /// What it says.
    public let body: Body
    /// When it was first stored.
    public let createdAt: Instant
    /// When it last changed.
    public let updatedAt: Instant
    /// When it was put into the trash or deleted.
    public let deletedAt: Instant?
    /// The device that changed it last.
    public let updatedBy: DeviceID
}
