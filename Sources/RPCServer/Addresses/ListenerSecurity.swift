/// The conditions under which a listener accepts a connection, beyond its address.
public struct ListenerSecurity: Sendable {
    /// With TLS, the server's certificate and the authorities of its clients; nil for plain connections.
    public var tls: TLSIdentity?
    /// For a Unix socket: the id of the group whose members may connect; nil admits only the service's user and root.
    public var socketGroup: UInt32?

    public init(tls: TLSIdentity? = nil, socketGroup: UInt32? = nil) {
        self.tls = tls
        self.socketGroup = socketGroup
    }
}
