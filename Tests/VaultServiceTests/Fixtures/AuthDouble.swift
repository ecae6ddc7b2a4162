import Contracts
import Domain
import Primitives
import Synchronization
import Tokens
import VaultService

/// An auth service with scripted sessions, events and keys, which can be made unreachable.
final class AuthDouble: Sendable {
    fileprivate struct State {
        var epoch: EpochID
        var floor: Int64 = 0
        var events: [RevocationEvent] = []
        var sessions: [SessionID: TokenIntrospect.Answer] = [:]
        var keys: [JWK] = []
        var issuer = "https://auth.test"
        /// False for an auth service of an earlier version.
        var announcesKeys = false
        var isReachable = true
        var introspections = 0
        var keyFetches = 0
        var polls: [RevocationPoll.Params] = []
    }

    /// The error of every call while the service is unreachable.
    struct Unreachable: Error {}

    private let state: Mutex<State>
    /// The accounts that `deletion.list` lists, two on a page.
    let deleted = Mutex<[AccountID]>([])
    /// True if auth holds a poll open, in the ``TaskContext`` of the caller, for the whole time that the vault asks
    /// for.
    let holdsPolls = Mutex(false)
    /// Runs between the reading of an introspection's answer and its return.
    let whileIntrospecting = Mutex<(@Sendable () async -> Void)?>(nil)
    /// Runs between the reading of a poll's answer and its return.
    let whilePolling = Mutex<(@Sendable () -> Void)?>(nil)

    init(epoch: EpochID) { state = Mutex(State(epoch: epoch)) }

    var introspections: Int { state.withLock { $0.introspections } }
    var keyFetches: Int { state.withLock { $0.keyFetches } }
    var polls: [RevocationPoll.Params] { state.withLock { $0.polls } }
    var head: Int64 { state.withLock { $0.head } }

    func makeUnreachable() { state.withLock { $0.isReachable = false } }
    func makeReachable() { state.withLock { $0.isReachable = true } }
    /// From now on the answers of `revocation.poll` contain the digest of the keys.
    func announceKeys() { state.withLock { $0.announcesKeys = true } }
    func issue(as issuer: String) { state.withLock { $0.issuer = issuer } }
    func publish(_ key: JWK) { state.withLock { $0.keys.append(key) } }

    /// Begins a new feed without events.
    func beginFeed(_ epoch: EpochID) {
        state.withLock {
            $0.epoch = epoch
            $0.events = []
        }
    }

    /// Makes the feed answer as if the events up to a sequence number were deleted.
    func raiseFloor(to floor: Int64) { state.withLock { $0.floor = floor } }

    /// Sets the answer of the session's introspection, without an event in the feed.
    ///
    /// - Parameter ended: a text, so that a reason of a newer auth can be set.
    func setSession(
        _ session: SessionID, ended: String? = nil, level: SessionLevel = .full, tsv: Int64 = 1,
        approval: ApprovalStatus = .approvedForSyncing
    ) {
        state.withLock { state in
            state.sessions[session] = TokenIntrospect.Answer(
                active: ended == nil, ended: ended.map { Open(rawValue: $0) }, level: Open(level),
                tsv: DecimalInt64(tsv), approval: approval,
                feedEpoch: state.epoch, asOf: 0)
        }
    }

    /// Appends an event to the feed, about all sessions of the account if `session` is nil.
    func appendEvent(
        _ account: AccountID, _ session: SessionID? = nil, ended: SessionEnd? = nil, level: SessionLevel? = nil,
        tsv: Int64? = nil, approval: ApprovalStatus? = nil
    ) {
        state.withLock { state in
            state.events.append(
                RevocationEvent(
                    seq: DecimalInt64(state.head + 1), accountId: account, sessionId: session,
                    ended: ended.map { Open($0) },
                    level: level.map { Open($0) }, tsv: tsv.map { DecimalInt64($0) }, approval: approval))
        }
    }

    var peer: AuthPeer {
        AuthPeer(
            introspect: { params in
                let answer = try self.introspect(params)
                if let pause = self.whileIntrospecting.withLock({ $0 }) { await pause() }
                return answer
            },
            poll: { params in
                await Task.yield()
                if self.holdsPolls.withLock({ $0 }), let wait = params.waitMs, wait > 0 {
                    try await Task.pause(for: .milliseconds(wait))
                }
                let page = try self.poll(params)
                self.whilePolling.withLock { $0 }?()
                return page
            },
            deletions: { params in
                let accounts = self.deleted.withLock { $0 }
                let rest = params.after.map { after in Array(accounts.drop { $0 != after }.dropFirst()) } ?? accounts
                return .init(accounts: Array(rest.prefix(2)), next: rest.count > 2 ? rest[1] : nil)
            },
            keys: {
                try self.state.withLock { state in
                    state.keyFetches += 1
                    guard state.isReachable else { throw Unreachable() }
                    _ = try JWKS(KeysCurrent.Answer(keys: [], issuer: state.issuer), issuer: "https://auth.test")
                    return JWKS(state.keys)
                }
            })
    }

    private func introspect(_ params: TokenIntrospect.Params) throws -> TokenIntrospect.Answer {
        try state.withLock { state in
            state.introspections += 1
            guard state.isReachable else { throw Unreachable() }
            var answer =
                state.sessions[params.sessionId]
                ?? TokenIntrospect.Answer(
                    active: false, ended: Open(.loginRequired), level: Open(.unproven), tsv: 0,
                    approval: .waitingForApproval,
                    feedEpoch: state.epoch, asOf: 0)
            answer.feedEpoch = state.epoch
            answer.asOf = DecimalInt64(state.head)
            return answer
        }
    }

    private func poll(_ params: RevocationPoll.Params) throws -> RevocationPoll.Answer {
        try state.withLock { state in
            state.polls.append(params)
            guard state.isReachable else { throw Unreachable() }
            let after = params.after.value
            let isFollowed = params.feedEpoch == state.epoch && after >= state.floor && after <= state.head
            let events = isFollowed ? state.events.filter { $0.seq.value > after }.prefix(500) : []
            return RevocationPoll.Answer(
                feedEpoch: state.epoch, floor: DecimalInt64(state.floor), head: DecimalInt64(state.head),
                events: Array(events),
                keySet: state.announcesKeys ? JWKS(state.keys).digest : nil)
        }
    }
}

extension AuthDouble.State {
    fileprivate var head: Int64 { events.last?.seq.value ?? 0 }
}
