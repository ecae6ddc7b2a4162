public import Primitives

/// The facts about a session that decide whether it is live.
public struct SessionFacts: Hashable, Sendable {
    /// The recorded reason for its end; nil while it was not ended.
    public let ended: SessionEnd?
    /// The part of authentication it has passed.
    public let level: SessionLevel
    /// The version of the account's TokenSecret it was opened under.
    public let tokenSecretVersion: Int64
    /// The moment it expires unless it is refreshed before; nil for a caller that learns of the end instead (the vault).
    public let expires: Instant?

    public init(ended: SessionEnd?, level: SessionLevel, tokenSecretVersion: Int64, expires: Instant?) {
        self.ended = ended
        self.level = level
        self.tokenSecretVersion = tokenSecretVersion
        self.expires = expires
    }

    /// True from the moment of its expiry on.
    public func isExpired(at now: Instant) -> Bool { expires.map { now >= $0 } ?? false }
}
