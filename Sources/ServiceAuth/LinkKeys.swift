import Synchronization

/// The keys of the link between the services that are in use now: this service's own key pair, and the public keys of the
/// other service.
///
/// They can be replaced while the service runs. A session that was opened with former keys stays valid until it ends, at
/// most ``ServiceCallScheme/sessionLifetime`` later.
public final class LinkKeys: Sendable {
    private let keys: Mutex<(own: ServiceKey, peers: PeerKeys)>

    public init(_ own: ServiceKey, _ peers: PeerKeys) { keys = Mutex((own, peers)) }

    /// The key pair with which this service signs its next handshake.
    public var own: ServiceKey { keys.withLock { $0.own } }

    /// The public keys that the other service may sign with.
    public var peers: PeerKeys { keys.withLock { $0.peers } }

    /// Uses the keys of `other` from now on.
    public func replace(with other: LinkKeys) {
        let new = other.keys.withLock { $0 }
        keys.withLock { $0 = new }
    }
}
