import Primitives

/// The settings of the vault service. `latchkey-vault` lets its administrator change only ``allowsStaleReads`` and
/// ``auditRetention``, and the limits of the store.
public struct VaultSettings: Sendable {
    /// The audience that access tokens must name.
    public var audience = "vault"
    /// The audience of tokens that are only for auth. A caller with such a token learns what its session still lacks.
    public var authAudience = "auth"
    /// The name of the auth service among the peers that may call this service.
    public var authName = "auth"
    /// The path that signatures of service calls cover.
    public var internalPath = "/rpc"
    /// Allows a session that was live when auth became unreachable to read until its token expires.
    public var allowsStaleReads = false
    /// The time for which rows of the audit log are kept.
    public var auditRetention = Duration.days(400)
    /// The longest time that a pull may wait for a change, in milliseconds; at most 25 000.
    public var longPollMs = 25_000
    /// The time between two passes of the sweeper.
    public var sweepInterval = Duration.hours(1)
    /// The release, for `service.version`.
    public var version = "0.1.0"

    public init() {}
}
