import Contracts
import Primitives
import Synchronization

/// The state of every session that called lately, and the position in the revocation feed up to which it is known.
///
/// A session enters by an introspection and is kept up to date by revocation events. Sessions of accounts that have not
/// called for long are dropped and introspected again when they do.
final class SessionCache: Sendable {
    /// A position in a revocation feed.
    struct Position: Sendable, Hashable {
        let epoch: EpochID
        /// The sequence number of the last applied event.
        var seq: Int64
    }

    /// The result of applying a page of events.
    enum PageResult: Sendable, Hashable {
        /// The cache contains every event of the feed.
        case upToDate
        /// The feed has more events: poll again at once.
        case behind
        /// The page is the first, is of another feed, does not follow the position without a gap, or shows a feed that
        /// ends before the position. The cache was emptied and continues at the feed's head.
        case restarted
    }

    /// The result of inserting the answer of an introspection.
    enum InsertResult: Sendable, Hashable {
        case inserted
        /// An event of the account that is newer than the answer has been applied, or may have been: introspect again.
        case overtaken
        /// The answer is of another feed than the one followed, or no feed is followed yet. The answer was not
        /// inserted; the call may still rely on it.
        case otherFeed
    }

    fileprivate typealias Sessions = [AccountID: [SessionID: CachedSession]]

    fileprivate struct State {
        var position: Position?
        /// The sessions of accounts that called lately. When this half is full it replaces `older`.
        var recent: Sessions = [:]
        var older: Sessions = [:]
        /// The sequence number of the last event of each account.
        var lastEvents: [AccountID: Int64] = [:]
        /// The sequence number up to which `lastEvents` has been dropped. An older answer counts as overtaken.
        var lastEventsDroppedUpTo: Int64 = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// - Parameter capacity: the approximate number of accounts whose sessions are kept.
    init(capacity: Int = 100_000) { self.capacity = capacity }

    /// The position in the feed; nil before the first poll.
    var position: Position? { state.withLock { $0.position } }

    /// Returns the state of a session; nil if it must be introspected.
    func session(_ session: SessionID, of account: AccountID) -> CachedSession? {
        state.withLock { state in
            if let found = state.recent[account]?[session] { return found }
            state.moveToRecent(account)
            return state.recent[account]?[session]
        }
    }

    /// Inserts a session from an introspection, unless an event has overtaken it.
    func insert(
        _ cached: CachedSession, _ session: SessionID, of account: AccountID, feedEpoch: EpochID
    ) -> InsertResult {
        state.withLock { state in
            guard state.position?.epoch == feedEpoch else { return .otherFeed }
            guard cached.asOf >= max(state.lastEventsDroppedUpTo, state.lastEvents[account] ?? 0) else {
                return .overtaken
            }
            if state.recent.count >= capacity / 2, state.recent[account] == nil {
                state.older = state.recent
                state.recent = [:]
            }
            state.moveToRecent(account)
            state.recent[account, default: [:]][session] = cached
            return .inserted
        }
    }

    /// Applies a page of revocation events.
    func apply(_ page: RevocationPoll.Answer) -> PageResult {
        state.withLock { state in
            guard let position = state.position, position.epoch == page.feedEpoch, page.floor.value <= position.seq,
                page.head.value >= position.seq, page.events.isGapless(after: position.seq)
            else {
                state = State(position: Position(epoch: page.feedEpoch, seq: page.head.value))
                state.lastEventsDroppedUpTo = page.head.value
                return .restarted
            }
            for event in page.events { state.apply(event) }
            let last = page.events.last?.seq.value ?? position.seq
            state.position?.seq = last
            if state.lastEvents.count > capacity {
                state.lastEvents = [:]
                state.lastEventsDroppedUpTo = last
            }
            return last >= page.head.value ? .upToDate : .behind
        }
    }
}

extension SessionCache.State {
    fileprivate mutating func moveToRecent(_ account: AccountID) {
        guard let sessions = older.removeValue(forKey: account) else { return }
        recent[account, default: [:]].merge(sessions) { recent, _ in recent }
    }

    fileprivate mutating func apply(_ event: RevocationEvent) {
        lastEvents[event.accountId] = event.seq.value
        Self.apply(event, to: &recent)
        Self.apply(event, to: &older)
    }

    private static func apply(_ event: RevocationEvent, to sessions: inout SessionCache.Sessions) {
        if let session = event.sessionId {
            sessions[event.accountId]?[session]?.apply(event)
        } else {
            for session in sessions[event.accountId, default: [:]].keys {
                sessions[event.accountId]?[session]?.apply(event)
            }
        }
    }
}

extension [RevocationEvent] {
    /// True if these are the events directly after a sequence number, in order and without gaps.
    fileprivate func isGapless(after seq: Int64) -> Bool {
        enumerated().allSatisfy { $1.seq.value == seq + Int64($0) + 1 }
    }
}
