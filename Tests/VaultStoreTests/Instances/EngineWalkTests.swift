import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// The store's results and rows do not depend on the database engine.
@Suite(.enabled(if: StoreEngine.chosen == .postgres, "compares PostgreSQL with SQLite"))
struct EngineWalkTests {
    @Test(arguments: 0..<4)
    func `the same random operations have the same results and leave the same rows on both engines`(round: Int)
        async throws
    {
        var walk = RandomWalk()
        for _ in 0..<round { _ = walk.next() }
        let note = "\(walk.note), round \(round)", seed = walk.next()
        var onSQLite = try await Walk(seed, on: .sqlite), onPostgres = try await Walk(seed, on: .postgres)
        for step in 0..<150 {
            let (one, other) = (try await onSQLite.step(), try await onPostgres.step())
            #expect(one == other, "step \(step); \(note)")
        }
        #expect(try await onSQLite.fixture.database.contents() == onPostgres.fixture.database.contents(), "\(note)")
    }
}

/// Random operations on one account, which are the same for the same seed.
private struct Walk {
    let fixture: VaultStoreFixture
    private let ids: [SecretID]
    private var random: RandomWalk
    private var cursors: [PullCursor?] = [nil]
    private var ops: [SecretOp] = []

    init(_ seed: UInt64, on engine: StoreEngine) async throws {
        fixture = try await VaultStoreFixture(seed: seed, on: engine)
        ids = (0..<6).map { [fixture] _ in fixture.id() }
        random = RandomWalk(seed: seed)
    }

    /// Runs one random operation and returns its result as a text.
    mutating func step() async throws -> String {
        do { return try await act() } catch let fault as VaultStoreFault { return "\(fault)" }
    }

    private mutating func act() async throws -> String {
        let cursor = pick(cursors) ?? nil
        switch Int.random(in: 0..<23, using: &random) {
        case 0..<4:
            let page = try await fixture.store.pull(
                fixture.account, from: cursor, at: fixture.now, limit: Int.random(in: 1...5, using: &random))
            cursors.append(page.cursor)
            return "\(page)"
        case 4: return "\(try await fixture.store.list(fixture.account, after: pick(ids), limit: 3))"
        case 5: return "\(String(describing: try await fixture.store.secret(pick(ids) ?? ids[0], of: fixture.account)))"
        case 6:
            if let cursor {
                try await fixture.acknowledge(cursor)
            }
            return "acknowledged"
        case 7:
            if let cursor { try await fixture.store.check(cursor, of: fixture.account, at: fixture.now) }
            return "checked"
        case 8 where Int.random(in: 0..<4, using: &random) == 0:
            try await fixture.beginGeneration()
            return "a generation began"
        case 9:
            fixture.clock.advance(by: .milliseconds(Int64.random(in: -500...5_000, using: &random)))
            return "time passed"
        case 10:
            return "renewed \(try await fixture.store.renewDataKey(of: fixture.account, at: fixture.now))"
        case 11:
            let outcome = try await fixture.store.reseal(fixture.account, limit: 3)
            return "sealed anew \(outcome.unreadable) \(outcome.destroyed) \(outcome.next == nil)"
        case 12:
            let keys = try await fixture.store.wrappingKeys(), next = "kek-\(keys.count + 1)"
            try await fixture.makeActive(next)
            let changed = try await fixture.rewrapAll("kek-\(keys.count)")
            return "\(changed) \(try await fixture.store.retireWrappingKey("kek-\(keys.count)", at: fixture.now))"
        case _:
            let asked = (0..<Int.random(in: 1...4, using: &random)).map { _ in operation() }
            ops += asked
            return
                "\(try await fixture.store.push(asked, to: fixture.account, by: fixture.device, at: fixture.now, isAtomic: coin(4), from: cursor))"
        }
    }

    private mutating func operation() -> SecretOp {
        if coin(8), let old = pick(ops) { return old }
        let type = pick(SecretOperation.allCases) ?? .create
        let epoch = coin(3) ? pick(cursors)??.epoch : nil
        let text = "\(Int.random(in: 0..<4, using: &random))"
        var op = fixture.op(type, pick(ids) ?? ids[0], coin(4) ? nil : fixture.note(text))
        op.base = coin(5) ? nil : .rev(epoch: epoch, rev: Int64.random(in: 1...20, using: &random))
        op.force = coin(4)
        op.onConflict = coin(3) ? .copy : .return
        op.onGone = pick([.return, .restore, .copy]) ?? .return
        op.copyID = coin(2) ? fixture.id() : nil
        return op
    }

    /// Returns true with a probability of one in `sides`.
    private mutating func coin(_ sides: Int) -> Bool { Int.random(in: 0..<sides, using: &random) == 0 }

    private mutating func pick<T>(_ all: [T]) -> T? { all.randomElement(using: &random) }
}
