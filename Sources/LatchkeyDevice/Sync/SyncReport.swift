public import Primitives

/// What one sync did, for the person.
public struct SyncReport: Sendable, Hashable {
    /// Entries that came new or changed from the server.
    public var received = 0
    /// Entries the server says were deleted.
    public var removed = 0
    /// Changes of this device that the server took.
    public var sent = 0
    /// Entries kept beside the server's, because both sides changed the secret itself.
    public var copies: [SecretID] = []
    /// Entries edited here and deleted elsewhere: kept here until the person chooses.
    public var gone: [SecretID] = []
    /// Changes the server refused for good, by entry: kept here, not sent again until edited.
    public var refused: [SecretID: String] = [:]
}
