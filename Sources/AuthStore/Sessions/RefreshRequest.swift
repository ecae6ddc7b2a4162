public import Domain
public import Primitives

/// A refresh token that was presented with a valid proof of a device key.
public struct RefreshRequest: Sendable {
    /// The session the token names, and its account.
    public let account: AccountID, session: SessionID
    /// The device key that was proven.
    public let thumbprint: String
    /// The number of refreshes before the token, as the token states it.
    public let generation: Int64
    /// The token's keyed hash.
    public let hash: [UInt8]
    /// Computes the keyed hash of the token's successor in a family. It runs inside the transaction, because the family
    /// is known only there, and the store holds no keys.
    public let successorHash: @Sendable (FamilyID) -> [UInt8]
    /// The time a session may go without a refresh.
    public let idleTimeout: Duration
    /// The account's tag in the record of deletions.
    public let deletionTag: DeletionTag

    public init(
        account: AccountID, session: SessionID, thumbprint: String, generation: Int64, hash: [UInt8],
        idleTimeout: Duration, deletionTag: DeletionTag, successorHash: @escaping @Sendable (FamilyID) -> [UInt8]
    ) {
        self.account = account
        self.session = session
        self.thumbprint = thumbprint
        self.generation = generation
        self.hash = hash
        self.idleTimeout = idleTimeout
        self.deletionTag = deletionTag
        self.successorHash = successorHash
    }

    public enum Outcome: Sendable, Hashable {
        /// The session has the token's successor now, stored by this call or by an earlier one whose answer was lost.
        case refreshed(AccountRecord, SessionRecord)
        /// The token was spent and its successor had been used: this call has ended the session. Every later call with a
        /// token of the session has the outcome `ended(.refreshReused)`.
        ///
        /// If the connection to the database is lost during the commit, the caller gets an error, and its next attempt
        /// gets `ended(.refreshReused)`. The event is then in the feed, but the reuse is neither counted nor logged.
        case reused
        /// The token is refused. `loginRequired` also stands for an unknown session, for another key's session and for
        /// a token that auth did not issue.
        case ended(SessionEnd)
    }

    /// The relation of the token to the hashes its session stores.
    enum TokenMatch { case current, previous, reused, unrecognised }

    /// Compares the token with its session. A token whose hash is no longer stored counts as reused if it states an
    /// older generation than the stored hashes have; that number is believed, because the client has proven the device
    /// key.
    func match(with session: SessionRecord) -> TokenMatch {
        if hash == session.refreshHash { return .current }
        if hash == session.previousHash { return .previous }
        return generation < session.generation - 1 ? .reused : .unrecognised
    }
}
