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

    @Test func `a further session of an account in the newer half drops nobody`() {
        for account in accounts[..<4] { insert(account) }
        let second: SessionID = SeededRandom(seed: 10).random.id()
        insert(accounts[3], second)
        #expect(cache.session(session, of: accounts[0]) != nil && cache.session(second, of: accounts[3]) != nil)
    }

    @Test func `an account that begins another session keeps the ones of the older half`() {
        for account in accounts[..<3] { insert(account) }
        let second: SessionID = SeededRandom(seed: 10).random.id()
        insert(accounts[0], second)
        // Fills the newer half, which replaces the older one.
        insert(accounts[3])
        #expect(cache.session(session, of: accounts[0]) != nil && cache.session(second, of: accounts[0]) != nil)
    }

    @Test func `after more events than the cache keeps, an answer is overtaken by those alone`() {
        let events = (1...6).map { event($0, accounts[Int($0) % 5], tsv: 1) }
        #expect(cache.apply(page(head: 5, Array(events[..<5]))) == .upToDate)
        #expect(cache.apply(page(head: 6, [events[5]])) == .upToDate)
        insert(accounts[2], asOf: 5)
        #expect(offer(accounts[2], asOf: 4) == .overtaken && offer(accounts[1], asOf: 5) == .overtaken)
    }

    @Test func `as many events as the cache keeps make only the answers about their own accounts outdated`() {
        let events = (1...4).map { event($0, accounts[Int($0)], tsv: 1) }
        #expect(cache.apply(page(head: 4, events)) == .upToDate)
        insert(accounts[0], asOf: 0)
        #expect(offer(accounts[4], asOf: 3) == .overtaken)
    }

    @Test func `an event that an answer already contains does not change the session`() {
        insert(accounts[0], asOf: 1)
        let events = [event(1, accounts[0], tsv: 7), event(2, accounts[0], tsv: 8)]
        #expect(cache.apply(page(head: 2, [events[0]])) == .behind)
        #expect(cache.session(session, of: accounts[0])?.tokenSecretVersion == 1)
        #expect(cache.apply(page(head: 2, [events[1]])) == .upToDate)
        #expect(cache.session(session, of: accounts[0])?.tokenSecretVersion == 8)
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

    private func insert(
        _ account: AccountID, _ session: SessionID? = nil, asOf seq: Int64 = 0, into other: SessionCache? = nil
    ) {
        #expect(offer(account, session, asOf: seq, to: other) == .inserted)
    }

    private func offer(
        _ account: AccountID, _ session: SessionID? = nil, asOf seq: Int64, to other: SessionCache? = nil
    ) -> SessionCache.InsertResult {
        let answer = TokenIntrospect.Answer(
            active: true, level: Open(.full), tsv: 1, approval: .approvedForSyncing, feedEpoch: feed,
            asOf: DecimalInt64(seq))
        return (other ?? cache).insert(
            CachedSession(answer), session ?? self.session, of: account, feedEpoch: feed)
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
