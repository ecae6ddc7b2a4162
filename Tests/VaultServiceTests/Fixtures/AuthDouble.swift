import Contracts
import Domain
import Primitives
import Synchronization
import Tokens
import VaultService

/// Auth as far as the vault asks it, held still: sessions, a feed, keys, and a wire that can be cut.
final class AuthDouble: Sendable {
    fileprivate struct State {
        var epoch: EpochID
        var floor: Int64 = 0
        var events: [RevocationEvent] = []
        var sessions: [SessionID: TokenIntrospect.Answer] = [:]
        var keys: [JWK] = []
        var isReachable = true
        var introspections = 0
        var keyFetches = 0
        var polls: [RevocationPoll.Params] = []
    }

    /// Nobody answers.
    struct Unreachable: Error {}

    private let state: Mutex<State>
    /// Runs between an introspection's read and its answer.
    let whileIntrospecting = Mutex<(@Sendable () async -> Void)?>(nil)
    /// Runs between a poll's read and its answer.
    let whilePolling = Mutex<(@Sendable () -> Void)?>(nil)

    init(epoch: EpochID) { state = Mutex(State(epoch: epoch)) }

    var introspections: Int { state.withLock { $0.introspections } }
    var keyFetches: Int { state.withLock { $0.keyFetches } }
    var polls: [RevocationPoll.Params] { state.withLock { $0.polls } }
    var head: Int64 { state.withLock { $0.head } }

    func cut() { state.withLock { $0.isReachable = false } }
    func mend() { state.withLock { $0.isReachable = true } }
    func publish(_ key: JWK) { state.withLock { $0.keys.append(key) } }
    func beginFeed(_ epoch: EpochID) {
        state.withLock {
            $0.epoch = epoch
            $0.events = []
        }
    }

    /// Events up to here are no longer held.
    func raiseFloor(to floor: Int64) { state.withLock { $0.floor = floor } }

    /// How a session stands from now on, as asked; tells the feed nothing.
    func stand(
        _ session: SessionID, ended: String? = nil, gate: String = "full", tsv: Int64 = 1,
        approval: ApprovalStatus = .approvedForSyncing
    ) {
        state.withLock { state in
            state.sessions[session] = TokenIntrospect.Answer(
                active: ended == nil, ended: ended, gate: gate, tsv: DecimalInt64(tsv), approval: approval,
                feedEpoch: state.epoch, asOf: 0)
        }
    }

    /// An event in the feed.
    func tell(
        _ account: AccountID, _ session: SessionID? = nil, ended: String? = nil, gate: String? = nil, tsv: Int64? = nil,
        approval: ApprovalStatus? = nil
    ) {
        state.withLock { state in
            state.events.append(
                RevocationEvent(
                    seq: DecimalInt64(state.head + 1), accountId: account, sessionId: session, ended: ended, gate: gate,
                    tsv: tsv.map { DecimalInt64($0) }, approval: approval))
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
                let page = try self.poll(params)
                self.whilePolling.withLock { $0 }?()
                return page
            },
            keys: {
                try self.state.withLock { state in
                    state.keyFetches += 1
                    guard state.isReachable else { throw Unreachable() }
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
                    active: false, ended: "loginRequired", gate: "unproven", tsv: 0, approval: .waitingForApproval,
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
                events: Array(events))
        }
    }
}

extension AuthDouble.State {
    fileprivate var head: Int64 { events.last?.seq.value ?? 0 }
}
