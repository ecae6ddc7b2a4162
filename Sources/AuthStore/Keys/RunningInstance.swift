public import Domain
public import Primitives

/// A running process of the service, as it reports itself.
public struct RunningInstance: Sendable, Hashable {
    public let id: InstanceID
    /// The host and process, for the administrator.
    public let name: String
    /// The keys that the process has read from their files.
    public let keys: Set<KeyID>

    /// An instance that has not reported for longer than this counts as stopped.
    public static let lifetime = Duration.seconds(15)

    public init(_ id: InstanceID, name: String, keys: Set<KeyID>) {
        self.id = id
        self.name = name
        self.keys = keys
    }
}
