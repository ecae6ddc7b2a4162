/// What an installation decides about the vault. The host checks bounds at start.
public struct VaultSettings: Sendable {
    /// The audience access tokens must name.
    public var audience = "vault"
    /// The audience of tokens that are for auth alone: their owners are told which gate is next.
    public var authAudience = "auth"
    /// The name auth has among the peers whose internal calls are taken.
    public var authName = "auth"
    /// The path internal calls are signed for.
    public var internalPath = "/rpc"
    /// Whether reads go on until the token ends while auth cannot be reached.
    public var hasRelaxedReads = false
    /// The longest a pull may wait for a change, in milliseconds; at most 25 s.
    public var longPollMs = 25_000
    /// The release, for `service.version`.
    public var version = "0.1.0"

    /// The defaults.
    public init() {}
}
