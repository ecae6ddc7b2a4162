import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@testable import VaultService

/// The cache of a vault with more accounts than it keeps. Each half of this cache has room for two accounts.
@Suite struct SessionCacheTests {
    private let cache = SessionCache(capacity: 4)
    private let feed: EpochID, accounts: [AccountID], session: SessionID

    init() {
        let random = SeededRandom(seed: 9).random
        feed = random.id()
        session = random.id()
        accounts = (0..<5).map { _ in random.id() }
        #expect(cache.apply(page(head: 0)) == .restarted)
    }

    @Test func `an event reaches the sessions of accounts in both halves`() {
        for account in accounts[..<3] { insert(account) }
        let events = [
            event(1, accounts[0], session, ended: .sessionRevoked), event(2, accounts[1], tsv: 2),
            event(3, accounts[2], session, ended: .loggedInElsewhere),
        ]
        #expect(cache.apply(page(head: 3, events)) == .upToDate)
        let known = accounts[..<3].map { cache.session(session, of: $0) }
        #expect(known.map(\.?.ended) == [.sessionRevoked, nil, .loggedInElsewhere])
        #expect(known.map(\.?.tokenSecretVersion) == [1, 2, 1])
    }

    @Test func `accounts that have not called since the newer half was filled twice are dropped`() {
        for account in accounts[..<3] { insert(account) }
        #expect(cache.session(session, of: accounts[0]) != nil)
        for account in accounts[3...] { insert(account) }
        #expect(accounts.map { cache.session(session, of: $0) != nil } == [true, false, true, true, true])
    }

    @Test func `a page with a gap, one that repeats an event and one whose head is behind empty the cache`() {
        let events = (1...4).map { event($0, accounts[0], tsv: 1) }
        for bad in [page(head: 4, [events[3]]), page(head: 3, Array(events[1...2])), page(head: 1)] {
            let cache = SessionCache(capacity: 4)
            #expect(cache.apply(page(head: 0)) == .restarted)
            #expect(cache.apply(page(head: 2, Array(events[..<2]))) == .upToDate)
            insert(accounts[1], asOf: 2, into: cache)
            #expect(cache.apply(bad) == .restarted)
            #expect(cache.session(session, of: accounts[1]) == nil && cache.position?.seq == bad.head.value)
        }
    }

    private func insert(_ account: AccountID, asOf seq: Int64 = 0, into other: SessionCache? = nil) {
        let answer = TokenIntrospect.Answer(
            active: true, level: Open(.full), tsv: 1, approval: .approvedForSyncing, feedEpoch: feed,
            asOf: DecimalInt64(seq))
        #expect((other ?? cache).insert(CachedSession(answer), session, of: account, feedEpoch: feed) == .inserted)
    }

    private func page(head: Int64, _ events: [RevocationEvent] = []) -> RevocationPoll.Answer {
        RevocationPoll.Answer(feedEpoch: feed, floor: 0, head: DecimalInt64(head), events: events)
    }

    private func event(
        _ seq: Int64, _ account: AccountID, _ session: SessionID? = nil, ended: SessionEnd? = nil, tsv: Int64? = nil
    ) -> RevocationEvent {
        RevocationEvent(
            seq: DecimalInt64(seq), accountId: account, sessionId: session, ended: ended.map { Open($0) }, level: nil,
            tsv: tsv.map { DecimalInt64($0) }, approval: nil)
    }
}
