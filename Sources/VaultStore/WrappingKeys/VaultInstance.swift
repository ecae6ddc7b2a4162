public import Primitives

/// A running process of the vault, as it reports itself.
public struct VaultInstance: Sendable, Hashable {
    public let id: InstanceID
    /// The host and process, for the administrator.
    public let name: String
    /// The ids of the wrapping keys that the process holds and whose files are there.
    public let keys: Set<String>

    /// An instance that has not reported for longer than this counts as stopped.
    public static let lifetime = Duration.seconds(15)

    public init(_ id: InstanceID, name: String, keys: Set<String>) {
        self.id = id
        self.name = name
        self.keys = keys
    }
}
