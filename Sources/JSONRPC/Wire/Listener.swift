/// The listeners of a service. Each method states at which of them it is served.
public enum Listener: String, Sendable, Hashable, CaseIterable {
    /// The address behind the proxy, for devices and for backends of other teams.
    case `public`
    /// The address only the other service of the pair may reach.
    case `internal`
    /// Two listeners for the administrator: the administration socket, which serves methods to the local command line,
    /// and the TCP listener for health and metrics, which serves no method. OpenRPC documents call both `operations`.
    case administration = "operations"
}
