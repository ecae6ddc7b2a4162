import Contracts
import Domain
import Primitives
import StoreSupport
import Support
import Testing

@testable import VaultService

/// The sessions that the vault remembers, more than both halves of the cache hold, compared with what auth knows.
@Suite(.enabled(if: StoreEngine.chosen == .sqlite, "uses no database, so one run is enough"))
struct SessionCacheModelTests {
    @Test
    func `of 110 000 accounts the cache shows what auth has reported, keeps the recent ones and drops the oldest`() {
        let walk = RandomWalk()
        var history = CacheHistory(walk)
        history.fill()
        for _ in 0..<40_000 { history.step() }
        history.giveEveryAccountAnEvent()
        for _ in 0..<10_000 { history.step() }
        history.lookUpEverySession()
        #expect(history.problems == [], "\(walk.note)")
        // Otherwise the history would say little about the cache.
        for (result, count) in history.results { #expect(count >= 100, "\(result); \(walk.note)") }
    }

    @Test func `a feed of another epoch empties both halves, and answers of the former one are not inserted`() {
        let walk = RandomWalk()
        var history = CacheHistory(walk)
        history.fill(60_000)
        let answer = history.auth.introspect(0, 0), next = EpochID(bits: 2)
        let head = DecimalInt64(answer.asOf.value + 1)
        let page = RevocationPoll.Answer(feedEpoch: next, floor: 0, head: head, events: [])
        #expect(history.cache.apply(page) == .restarted)
        for index in 0..<60_000 {
            let found = history.cache.session(AuthModel.session(index, 0), of: AuthModel.account(index))
            if found != nil { Issue.record("account \(index) is still there") }
        }
        let session = CachedSession(answer), id = AuthModel.session(0, 0), account = AuthModel.account(0)
        #expect(history.cache.insert(session, id, of: account, feedEpoch: answer.feedEpoch) == .otherFeed)
        #expect(history.cache.insert(session, id, of: account, feedEpoch: next) == .overtaken)
    }
}

/// A history of one cache with its default capacity, and the model of it.
private struct CacheHistory {
    static let accounts = 110_000
    /// The number of accounts that each half of the cache holds.
    private static let half = 50_000

    let cache = SessionCache()
    private(set) var auth = AuthModel(epoch: EpochID(bits: 1), accounts: Self.accounts)
    private var walk: RandomWalk
    /// Answers on their way to the vault.
    private var answers: [(index: Int, turn: Int, answer: TokenIntrospect.Answer)] = []
    /// For each session, the number of uses of all sessions up to its own last one; nil if it was never used.
    private var lastUse: [Int?] = Array(repeating: nil, count: 2 * Self.accounts)
    /// For each account, the number of accounts inserted for the first time up to its last use; nil if it was never
    /// used.
    private var lastInsertion: [Int?] = Array(repeating: nil, count: Self.accounts)
    /// For each session, the position in the feed of the last answer that was inserted.
    private var asOf = Array(repeating: Int64(0), count: 2 * Self.accounts)
    private var (uses, insertions) = (0, 0)
    /// The first problems that were found.
    private(set) var problems: [String] = []
    private(set) var results = ["found": 0, "found after an event": 0, "missing": 0, "inserted": 0, "overtaken": 0]

    init(_ walk: RandomWalk) {
        self.walk = walk
        _ = cache.apply(RevocationPoll.Answer(feedEpoch: auth.epoch, floor: 0, head: 0, events: []))
    }

    /// The sequence number of the last event that the cache has applied.
    private var position: Int64 { auth.received }

    /// Inserts a session of each of the first accounts, with events in between.
    mutating func fill(_ count: Int = accounts) {
        for index in 0..<count {
            insert(index, 0, auth.introspect(index, 0))
            if index % 10 == 0 { appendEvent(to: Int.random(in: 0...index, using: &walk)) }
            if index % 1_000 == 0 { applyPage() }
        }
    }

    mutating func step() {
        // A few accounts have many events and calls, so that events and answers overtake each other.
        let isBusy = Int.random(in: 0..<8, using: &walk) == 0
        let index = isBusy ? 20_000 * .random(in: 0..<4, using: &walk) : .random(in: 0..<Self.accounts, using: &walk)
        let turn = Int.random(in: 0..<8, using: &walk) / 7
        switch Int.random(in: 0..<100, using: &walk) {
        case 0..<50: lookUp(index, turn)
        case 50..<80: appendEvent(to: index)
        case 80: applyPage(limit: .random(in: 1...60, using: &walk))
        case 81..<94: answers.append((index, turn, auth.introspect(index, turn)))
        default:
            guard let next = answers.indices.randomElement(using: &walk) else { return }
            let (index, turn, answer) = answers.remove(at: next)
            insert(index, turn, answer)
        }
    }

    /// So many accounts with events that the cache forgets which had the last ones.
    mutating func giveEveryAccountAnEvent() {
        for index in 0..<Self.accounts { appendEvent(to: index) }
        while auth.received < auth.head { applyPage() }
        for (index, turn, answer) in answers { insert(index, turn, answer) }
        answers = []
    }

    mutating func lookUpEverySession() {
        while auth.received < auth.head { applyPage() }
        for index in 0..<Self.accounts {
            for turn in 0..<2 {
                expect(cache.session(AuthModel.session(index, turn), of: AuthModel.account(index)), index, turn)
            }
        }
    }

    private mutating func appendEvent(to index: Int) {
        let turn = Int.random(in: 0..<2, using: &walk)
        switch Int.random(in: 0..<5, using: &walk) {
        case 0: auth.append(to: index, session: turn, ended: SessionEnd.allCases.randomElement(using: &walk))
        case 1: auth.append(to: index, session: turn, level: .full)
        case 2: auth.append(to: index, tsv: auth.head + 2)
        case 3: auth.append(to: index, approval: ApprovalStatus.allCases.randomElement(using: &walk))
        default: auth.append(to: index, ended: .accountDeleted)
        }
    }

    private mutating func applyPage(limit: Int = 500) {
        let result = cache.apply(auth.nextPage(limit: limit))
        if result != (auth.received == auth.head ? .upToDate : .behind) { note("\(result) at \(position)") }
    }

    /// Looks a session up as the vault does: one that is missing is introspected.
    private mutating func lookUp(_ index: Int, _ turn: Int) {
        let found = cache.session(AuthModel.session(index, turn), of: AuthModel.account(index))
        expect(found, index, turn)
        if found == nil { insert(index, turn, auth.introspect(index, turn)) } else { use(index, turn) }
    }

    /// Compares a session in the cache with what auth has reported, or its absence with how long ago the account was
    /// used.
    private mutating func expect(_ found: CachedSession?, _ index: Int, _ turn: Int) {
        guard let found else {
            results["missing", default: 0] += 1
            if let last = lastUse[2 * index + turn], uses - last < Self.half {
                note("session \(turn) of account \(index) is missing, used \(uses - last) uses ago")
            }
            return
        }
        results["found", default: 0] += 1
        if auth.lastEvent(of: index, upTo: position) > 0 { results["found after an event", default: 0] += 1 }
        let expected = auth.standing(index, turn, after: max(asOf[2 * index + turn], position))
        if AuthModel.Standing(found) != expected { note("account \(index) is \(found), not \(expected)") }
        if let last = lastInsertion[index], insertions - last > 2 * Self.half + 2 {
            note("account \(index) is still there after \(insertions - last) insertions")
        }
    }

    private mutating func insert(_ index: Int, _ turn: Int, _ answer: TokenIntrospect.Answer) {
        let account = AuthModel.account(index), isNew = lastInsertion[index] == nil
        let result = cache.insert(
            CachedSession(answer), AuthModel.session(index, turn), of: account, feedEpoch: answer.feedEpoch)
        results[result == .inserted ? "inserted" : "overtaken", default: 0] += 1
        let asOf = answer.asOf.value
        if asOf < auth.lastEvent(of: index, upTo: position), result != .overtaken {
            note("\(result) at \(position), an answer of \(asOf) for account \(index)")
        }
        if asOf >= position, result != .inserted { note("\(result) at \(position), an answer of \(asOf)") }
        guard result == .inserted else { return }
        if isNew { insertions += 1 }
        self.asOf[2 * index + turn] = asOf
        use(index, turn)
    }

    private mutating func use(_ index: Int, _ turn: Int) {
        uses += 1
        lastUse[2 * index + turn] = uses
        lastInsertion[index] = insertions
    }

    private mutating func note(_ problem: String) {
        if problems.count < 5 { problems.append(problem) }
    }
}

extension AuthModel.Standing {
    init(_ session: CachedSession) {
        self.init(
            ended: session.ended, level: session.level, tokenSecretVersion: session.tokenSecretVersion,
            approval: session.approval)
    }
}
