/// The listeners of a service. Each method states at which of them it is served.
public enum Listener: String, Sendable, Hashable, CaseIterable {
    /// The address behind the proxy, for devices and for backends of other teams.
    case `public`
    /// The address only the other service of the pair may reach.
    case `internal`
    /// The administration socket, a Unix socket for the local administrator's command line. On the wire it has its first
    /// name.
    case administration = "operations"
}
