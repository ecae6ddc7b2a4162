import Primitives

/// The session for which a call was made. Its answer is applied only while the profile still has this session.
struct SessionIdentity: Sendable, Hashable {
    /// Nil while nobody is signed in. The account is not part of it, because an unproven session does not know it yet.
    let session: SessionID?
}

extension Profile {
    var session: SessionIdentity { SessionIdentity(session: sessionId) }
}
