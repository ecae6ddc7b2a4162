import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// Random secrets in the trash, tombstones, acknowledgements, passes of the sweeper, restarts and wrong clocks,
/// compared with a plain model.
@Suite struct RetentionModelTests {
    @Test func `the sweeper erases nothing too soon and keeps nothing too long`() async throws {
        var walk = RandomWalk(), erased = 0
        let note = walk.note
        // One history is enough to see that the engines do not differ.
        let rounds = StoreEngine.chosen == .sqlite ? 4 : 1
        for round in 0..<rounds {
            var history = try await SweepHistory(RandomWalk(seed: walk.next()))
            for step in 0..<300 {
                try await history.step("round \(round), step \(step); \(note)")
                if !history.holds { return }
            }
            erased += history.erased
        }
        // Otherwise the histories would say little about the sweeper.
        #expect(erased >= 25 * rounds, "\(note)")
    }
}

/// A history of one account with two devices, and the model of it.
private struct SweepHistory {
    private let fixture: VaultStoreFixture
    private let devices: [DeviceID]
    private var store: VaultStore
    private var model = RetentionModel()
    private var walk: RandomWalk
    private var steady = Duration.zero
    private(set) var holds = true
    private(set) var erased = 0

    private var now: Instant { fixture.now }

    init(_ walk: RandomWalk) async throws {
        self.walk = walk
        fixture = try await VaultStoreFixture()
        devices = [fixture.id(), fixture.id()]
        store = fixture.store
        for turn in 0..<2 { try await acknowledge(turn) }
    }

    mutating func step(_ note: String) async throws {
        switch Int.random(in: 0..<40, using: &walk) {
        case 0..<4: try await remove(.trash)
        case 4..<6: try await remove(.delete)
        case 6..<10:
            // The second device mostly presents the cursor that it had.
            let turn = Int.random(in: 0..<2, using: &walk)
            try await acknowledge(turn, hasRead: turn == 0 || Int.random(in: 0..<8, using: &walk) == 0)
        case 10:
            store = try await fixture.reopened()
            model.restart()
        case 11..<14:
            // The clock is wrong at one pass, and right again at the next one.
            try await pass(at: now + (Bool.random(using: &walk) ? .days(4_000) : .days(-20)), note)
            try await pass(at: now, note)
        case 14..<26: try await pass(at: now, note)
        case 26..<29:
            // One pass when something becomes due, or a millisecond before, and one exactly a day later.
            guard let due = model.dueTimes(after: now).first else { return }
            advance(by: due - now - .milliseconds(Int.random(in: 0...1, using: &walk)))
            try await pass(at: now, note)
            advance(by: .hours(24))
            try await pass(at: now, note)
        default:
            let longest: Duration = Int.random(in: 0..<6, using: &walk) == 0 ? .days(60) : .hours(20)
            advance(by: .milliseconds(Int64.random(in: 0...longest.ms, using: &walk)))
        }
    }

    private mutating func advance(by time: Duration) {
        fixture.clock.advance(by: time)
        steady += time
    }

    /// Creates a secret and moves it to the trash or deletes it.
    private mutating func remove(_ type: SecretOperation) async throws {
        let create = fixture.op(.create, fixture.id(), fixture.note("x"))
        var remove = fixture.op(type, create.id)
        remove.base = .operation(create.opID)
        let result = try await store.push([create, remove], to: fixture.account, by: devices[0], at: now)
        let seq = result.head.seq
        guard result.outcomes == [.applied(rev: seq - 1), .applied(rev: seq)] else { throw SetupFailed(result: result) }
        for (op, seq) in [(create, seq - 1), (remove, seq)] {
            add("operation \(op.opID)", since: now, seq: seq, kept: .days(180), mustBeRead: true)
        }
        switch type {
        case .trash: add("trashed \(create.id)", since: now, seq: seq, kept: .days(30), mustBeRead: false)
        default: add("deleted \(create.id)", since: now, seq: seq, kept: .days(180), mustBeRead: true)
        }
    }

    private mutating func add(_ name: String, since: Instant, seq: Int64, kept: Duration, mustBeRead: Bool) {
        model.add(.init(name: name, since: since, seq: seq, kept: kept, mustBeRead: mustBeRead))
    }

    /// A device presents a cursor, which shows what it has read: everything, or no more than before.
    private mutating func acknowledge(_ turn: Int, hasRead: Bool = true) async throws {
        let head = try await store.head(of: fixture.account, at: now)
        let read = hasRead ? head.seq : model.devices[turn].read
        try await fixture.acknowledge(PullCursor(epoch: head.epoch, seq: read, pullStart: 0), by: devices[turn])
        if model.devices.count == turn { model.devices.append((now, read)) }
        model.devices[turn] = (now, read)
    }

    /// Makes a pass, and compares what is left with the model. Secrets that leave the trash become tombstones.
    private mutating func pass(at time: Instant, _ note: String) async throws {
        let before = model.things
        _ = try await store.sweep(at: time)
        let rows = try await storedThings()
        let wrong = model.pass(at: time, steady: steady, left: Set(rows.keys))
        erased += before.count - model.things.count
        if !wrong.tooSoon.isEmpty || !wrong.tooLate.isEmpty { holds = false }
        #expect(wrong.tooSoon == [], "\(note)")
        #expect(wrong.tooLate == [], "\(note)")
        for thing in before where thing.name.hasPrefix("trashed") && rows[thing.name] == nil {
            let name = "deleted" + thing.name.dropFirst("trashed".count)
            guard let row = rows[name] else { continue }
            add(name, since: row.at, seq: row.seq, kept: .days(180), mustBeRead: true)
            #expect(row.at >= thing.since + thing.kept && row.at <= max(now, time), "\(note)")
        }
    }

    /// The secrets in the trash, the tombstones and the logged operations, each with its time and sequence number.
    private func storedThings() async throws -> [String: (at: Instant, seq: Int64)] {
        var things: [String: (at: Instant, seq: Int64)] = [:]
        let secrets = Statement("SELECT id, state, deleted_at, rev FROM vault_item WHERE state <> 'live'")
        for row in try await fixture.database.select(secrets) {
            let id: SecretID = try row.identifier(0)
            things["\(try row.text(1)) \(id)"] = (try row.instant(2), try row.int(3))
        }
        for row in try await fixture.database.select(Statement("SELECT op_id, at, seq FROM vault_op")) {
            let id: OperationID = try row.identifier(0)
            things["operation \(id)"] = (try row.instant(1), try row.int(2))
        }
        return things
    }
}

private struct SetupFailed: Error {
    let result: PushResult
}
