import Primitives

/// The session for which a call was made. Its answer is applied only while the profile still has this session.
struct SessionIdentity: Sendable, Hashable {
    /// Nil while nobody is signed in.
    let account: AccountID?
    let session: SessionID?
}

extension Profile {
    var session: SessionIdentity { SessionIdentity(account: accountId, session: sessionId) }
}
