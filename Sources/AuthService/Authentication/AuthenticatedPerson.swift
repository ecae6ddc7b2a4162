import AuthStore

/// Somebody with a live session, as the database says now.
struct AuthenticatedPerson: Sendable, Hashable {
    /// The account as it stands.
    let account: AccountRecord
    /// The session as it stands.
    let session: SessionRecord
}
