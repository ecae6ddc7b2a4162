import Contracts
import Primitives
import Synchronization

/// How every session seen so far stands, and the place in the revocation feed this is true at.
///
/// Filled by one introspection at first sight, kept true by events. Bounded: accounts not seen for long are forgotten
/// and asked about again.
final class SessionStandings: Sendable {
    /// A place in a feed.
    struct Place: Sendable, Hashable {
        let epoch: EpochID
        /// The last event applied.
        var seq: Int64
    }

    /// What became of a polled page.
    enum Applied: Sendable, Hashable {
        /// All events there were have been applied.
        case upToDate
        /// There are more: poll again at once.
        case behind
        /// It was another feed, or events are missing: everything was forgotten, and following begins at its head.
        case startedOver
    }

    fileprivate struct State {
        var place: Place?
        var young: [AccountID: [SessionID: SessionStanding]] = [:]
        var old: [AccountID: [SessionID: SessionStanding]] = [:]
        /// The last event that named an account, for those that came lately.
        var touched: [AccountID: Int64] = [:]
        /// Events up to here are no longer in `touched`.
        var touchedSince: Int64 = 0
    }

    private let state = Mutex(State())
    private let capacity: Int

    /// Keeps the sessions of about `capacity` accounts.
    init(capacity: Int = 100_000) { self.capacity = max(2, capacity) }

    /// The place in the feed; nil before the first poll.
    var place: Place? { state.withLock { $0.place } }

    /// How a session stands; nil if it has not been asked about.
    func standing(of session: SessionID, account: AccountID) -> SessionStanding? {
        state.withLock { state in
            if let found = state.young[account]?[session] { return found }
            guard let sessions = state.old.removeValue(forKey: account) else { return nil }
            state.young[account, default: [:]].merge(sessions) { young, _ in young }
            return sessions[session]
        }
    }

    /// What became of an introspection's answer.
    enum Installed: Sendable, Hashable {
        /// It is what is known now.
        case done
        /// An event that came after what it was read at names the account: it must be asked for again.
        case overtaken
        /// It was read from another feed than the one followed; it stands for itself alone.
        case otherFeed
    }

    /// Installs an answer, unless an event that came after what it was read at names the account: then it is older than
    /// what is known, and must be asked for again.
    ///
    /// - Returns: whether the answer may be used.
    func install(_ answer: TokenIntrospect.Answer, session: SessionID, account: AccountID) -> Installed {
        let standing = SessionStanding(answer)
        return state.withLock { state in
            guard state.place?.epoch == answer.feedEpoch else { return .otherFeed }
            guard standing.asOf >= max(state.touchedSince, state.touched[account] ?? 0) else { return .overtaken }
            if state.young.count >= capacity / 2, state.young[account] == nil {
                state.old = state.young
                state.young = [:]
            }
            if let sessions = state.old.removeValue(forKey: account) {
                state.young[account, default: [:]].merge(sessions) { young, _ in young }
            }
            state.young[account, default: [:]][session] = standing
            return .done
        }
    }

    /// Applies a polled page.
    func apply(_ page: RevocationPoll.Answer) -> Applied {
        state.withLock { state in
            guard let place = state.place, place.epoch == page.feedEpoch, page.floor.value <= place.seq,
                page.head.value >= place.seq, page.events.isGapless(after: place.seq)
            else {
                state = State(place: Place(epoch: page.feedEpoch, seq: page.head.value))
                state.touchedSince = page.head.value
                return .startedOver
            }
            for event in page.events { state.apply(event) }
            let last = page.events.last?.seq.value ?? place.seq
            state.place?.seq = last
            if state.touched.count > capacity {
                state.touched = [:]
                state.touchedSince = last
            }
            return last >= page.head.value ? .upToDate : .behind
        }
    }
}

extension SessionStandings.State {
    fileprivate mutating func apply(_ event: RevocationEvent) {
        touched[event.accountId] = event.seq.value
        Self.apply(event, to: &young)
        Self.apply(event, to: &old)
    }

    private static func apply(_ event: RevocationEvent, to table: inout [AccountID: [SessionID: SessionStanding]]) {
        if let session = event.sessionId {
            table[event.accountId]?[session]?.apply(event)
        } else if let sessions = table[event.accountId] {
            table[event.accountId] = sessions.mapValues { standing in
                var standing = standing
                standing.apply(event)
                return standing
            }
        }
    }
}

extension [RevocationEvent] {
    /// Whether these are the events right after a place, in order and without holes.
    fileprivate func isGapless(after seq: Int64) -> Bool {
        enumerated().allSatisfy { $1.seq.value == seq + Int64($0) + 1 }
    }
}
