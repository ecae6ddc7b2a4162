public import Primitives

/// The facts about a session that decide whether it is live.
public struct SessionFacts: Hashable, Sendable {
    /// The recorded reason for the session's end; nil if it was not ended.
    public let ended: SessionEnd?
    /// The part of authentication that the session has passed.
    public let level: SessionLevel
    /// The version of the account's TokenSecret under which the session was opened.
    public let tokenSecretVersion: Int64
    /// The moment at which the session expires. A refresh postpones it, up to the end of the session's maximum
    /// life. Nil in the vault, which relies on auth's answers and on the expiry of the access token.
    public let expires: Instant?

    public init(ended: SessionEnd?, level: SessionLevel, tokenSecretVersion: Int64, expires: Instant?) {
        self.ended = ended
        self.level = level
        self.tokenSecretVersion = tokenSecretVersion
        self.expires = expires
    }

    /// Returns true from the moment of the session's expiry on.
    public func isExpired(at now: Instant) -> Bool { expires.map { now >= $0 } ?? false }
}
