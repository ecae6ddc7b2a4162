public import Primitives

/// The answering side's part of a handshake: the members of `service.authenticate`'s answer.
public struct HandshakeResponse: Hashable, Sendable {
    /// The sealed session, opaque to the caller.
    public let handle: String
    /// The answering side's ephemeral P-256 point, 65 bytes as base64url.
    public let publicKey: String
    /// The answering side's Ed25519 signature over the assertion, both ephemeral keys, the handle and the expiry, as
    /// base64url.
    public let signature: String
    /// The end of the session, by the answering side's clock.
    public let expires: Instant

    public init(handle: String, publicKey: String, signature: String, expires: Instant) {
        self.handle = handle
        self.publicKey = publicKey
        self.signature = signature
        self.expires = expires
    }
}
