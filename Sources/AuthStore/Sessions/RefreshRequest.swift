public import Domain
public import Primitives

/// A refresh token that was presented with a valid proof of a device key.
public struct RefreshRequest: Sendable {
    /// The session the token names.
    public let session: SessionID
    /// The account the token names; nil if it names a pseudonym, for the account of the session.
    public let account: AccountID?
    /// The device key that was proven.
    public let thumbprint: String
    /// The number of refreshes before the token, as the token states it.
    public let generation: Int64
    /// The token's keyed hashes under every key that this instance has read, by the number of the key.
    public let hashes: [Int: [UInt8]]
    /// The number of the active key. It is among those of `hashes`.
    public let hashKey: Int
    /// True if the request has an id, on which its successor depends; false for a device of the previous release.
    public let hasRequestID: Bool
    /// Derives the successor that this request yields for a session at a level with the key of a number, and returns its
    /// keyed hashes under every key, by number; none for an unknown key. It runs inside the transaction, because the
    /// session's family is known only there, and the store holds no keys.
    public let successorHashes: @Sendable (SessionRecord, SessionLevel, Int) -> [Int: [UInt8]]
    /// The time a session may go without a refresh.
    public let idleTimeout: Duration
    /// The tag of the token's subject in the record of deletions.
    public let deletionTag: DeletionTag

    public init(
        account: AccountID?, session: SessionID, thumbprint: String, generation: Int64,
        hashes: [Int: [UInt8]], hashKey: Int = 1, hasRequestID: Bool = true, idleTimeout: Duration,
        deletionTag: DeletionTag,
        successorHashes: @escaping @Sendable (SessionRecord, SessionLevel, Int) -> [Int: [UInt8]]
    ) {
        self.account = account
        self.session = session
        self.thumbprint = thumbprint
        self.generation = generation
        self.hashes = hashes
        self.hashKey = hashKey
        self.hasRequestID = hasRequestID
        self.idleTimeout = idleTimeout
        self.deletionTag = deletionTag
        self.successorHashes = successorHashes
    }

    public enum Outcome: Sendable, Hashable {
        /// The session has the token's successor now.
        case refreshed(AccountRecord, SessionRecord)
        /// The session had the token's successor before, from an earlier call of this request, and it is unused.
        case repeated(AccountRecord, SessionRecord)
        /// Another call has replaced the token. Nothing was changed.
        case superseded
        /// The token was spent in another request: this call has ended the session. Every later call with a token of the
        /// session has the outcome `ended(.refreshReused)`.
        ///
        /// If the connection to the database is lost during the commit, the caller gets an error, and its next attempt
        /// gets `ended(.refreshReused)`. The event is then in the feed, but the reuse is neither counted nor logged.
        case reused
        /// The token is refused. `loginRequired` also stands for an unknown session, for another key's session and for
        /// a token that auth did not issue.
        case ended(SessionEnd)
    }

    /// The time after a refresh for which another request with the spent token counts as one of the same device: two of
    /// its processes refresh at the same time, or a duplicate arrives late.
    public static let concurrencyWindow = Duration.seconds(10)

    /// The time after the use of its successor in which a request with a fresh proof can still be a late duplicate: a
    /// proof is valid as long as its nonce.
    public static let repetitionWindow = ShortLivedCredential.acceptedFor

    /// The relation of the request to the tokens of its session.
    enum TokenMatch {
        /// The token is the session's current one.
        case current
        /// The token is spent, and its unused successor was issued to this request.
        case repeated
        /// The token was spent by this request and its successor has been used at most
        /// ``RefreshRequest/repetitionWindow`` ago, or another request has spent it at most
        /// ``RefreshRequest/concurrencyWindow`` ago.
        case superseded
        /// The token was spent longer ago than that, so two parties hold it.
        case reused
        /// Auth did not issue the token, as far as the stored hashes show.
        case unrecognised
    }

    /// Compares the request with its session. A token whose hash is no longer stored counts as reused if it states an
    /// older generation than the current and the previous token; that number is believed, because the client has proven
    /// the device key.
    func match(with session: SessionRecord, at now: Instant) -> TokenMatch {
        if hashes[session.hashKey] == session.refreshHash { return .current }
        // A spent token was hashed with the key that was active when it was spent.
        let isPrevious = hashes.values.contains { $0 == session.previousHash }
        // The successor may have been issued before the session was admitted.
        let issued = [session.level, .unproven].map { successorHashes(session, $0, session.hashKey)[session.hashKey] }
        if isPrevious, issued.contains(session.refreshHash) { return .repeated }
        let spentAt =
            hashes.values.compactMap { session.spentTokens.token(hash: $0)?.at }.max()
            ?? (isPrevious ? session.lastUsed : nil)
        guard let spentAt else { return generation < session.generation - 1 ? .reused : .unrecognised }
        if Self.isWithin(Self.concurrencyWindow, after: spentAt, now) { return .superseded }
        // Without an id every request with this token has the same successor, so the successor shows nothing.
        guard hasRequestID, let used = lastUseOfSuccessor(in: session) else { return .reused }
        return Self.isWithin(Self.repetitionWindow, after: used, now) ? .superseded : .reused
    }

    /// Returns true until a time after a moment. A moment that lies further in the future than the clocks of instances
    /// differ was written under a wrong clock, and counts as long ago.
    private static func isWithin(_ time: Duration, after moment: Instant, _ now: Instant) -> Bool {
        now <= moment + time && moment <= now + repetitionWindow
    }

    /// The time at which a successor that this request may have had was spent; nil if none was. It was derived and
    /// hashed with keys that were active then.
    private func lastUseOfSuccessor(in session: SessionRecord) -> Instant? {
        hashes.keys.flatMap { key in [session.level, .unproven].flatMap { successorHashes(session, $0, key).values } }
            .compactMap { session.spentTokens.token(hash: $0)?.at }.max()
    }
}
