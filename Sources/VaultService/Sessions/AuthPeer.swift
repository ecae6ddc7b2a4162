public import Contracts
public import Tokens

/// The calls that the vault makes to the auth service. The host program provides the connection.
public struct AuthPeer: Sendable {
    /// `token.introspect`: the state of one session.
    public let introspect: @Sendable (TokenIntrospect.Params) async throws -> TokenIntrospect.Answer
    /// `revocation.poll`: the revocation events after a sequence number. Must return or throw within 3 s.
    public let poll: @Sendable (RevocationPoll.Params) async throws -> RevocationPoll.Answer
    /// `deletion.list`: a page of the accounts that were deleted.
    public let deletions: @Sendable (DeletionList.Params) async throws -> DeletionList.Answer
    /// `keys.current`: the keys that verify access tokens. Throws ``IssuerMismatch`` if auth has another issuer.
    public let keys: @Sendable () async throws -> JWKS

    /// The closures throw if auth is unreachable or cannot answer.
    public init(
        introspect: @escaping @Sendable (TokenIntrospect.Params) async throws -> TokenIntrospect.Answer,
        poll: @escaping @Sendable (RevocationPoll.Params) async throws -> RevocationPoll.Answer,
        deletions: @escaping @Sendable (DeletionList.Params) async throws -> DeletionList.Answer,
        keys: @escaping @Sendable () async throws -> JWKS
    ) {
        self.introspect = introspect
        self.poll = poll
        self.deletions = deletions
        self.keys = keys
    }
}
