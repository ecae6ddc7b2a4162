public import Contracts
public import Tokens

/// The auth service as the vault sees it: three questions. The host brings the connection that asks them.
public struct AuthPeer: Sendable {
    /// How a session stands (`token.introspect`).
    public let introspect: @Sendable (TokenIntrospect.Params) async throws -> TokenIntrospect.Answer
    /// What has been revoked since (`revocation.poll`); may take as long as it is told to wait, and no longer than 3 s.
    public let poll: @Sendable (RevocationPoll.Params) async throws -> RevocationPoll.Answer
    /// The keys that sign access tokens (`/.well-known/jwks.json`).
    public let keys: @Sendable () async throws -> JWKS

    /// Whatever these throw means: auth cannot be reached, or does not know.
    public init(
        introspect: @escaping @Sendable (TokenIntrospect.Params) async throws -> TokenIntrospect.Answer,
        poll: @escaping @Sendable (RevocationPoll.Params) async throws -> RevocationPoll.Answer,
        keys: @escaping @Sendable () async throws -> JWKS
    ) {
        self.introspect = introspect
        self.poll = poll
        self.keys = keys
    }
}
