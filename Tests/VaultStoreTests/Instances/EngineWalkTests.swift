import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// What the vault answers and keeps does not depend on the engine.
@Suite(.enabled(if: StoreEngine.chosen == .postgres, "compares PostgreSQL with SQLite"))
struct EngineWalkTests {
    @Test(arguments: 0..<4)
    func `the same random give the same answers and leave the same rows on both engines`(round: Int) async throws {
        var walk = RandomWalk()
        for _ in 0..<round { _ = walk.next() }
        let note = "\(walk.note), round \(round)", seed = walk.next()
        var ours = try await Walk(seed, on: .sqlite), theirs = try await Walk(seed, on: .postgres)
        for step in 0..<150 {
            let (one, other) = (try await ours.step(), try await theirs.step())
            #expect(one == other, "step \(step); \(note)")
        }
        #expect(try await ours.room.database.contents() == theirs.room.database.contents(), "\(note)")
    }
}

/// One account and two devices that do anything at random; the same for the same seed.
private struct Walk {
    let room: Room
    private let ids: [SecretID]
    private var random: RandomWalk
    private var places: [PullPlace?] = [nil]
    private var ops: [SecretOp] = []

    init(_ seed: UInt64, on engine: StoreEngine) async throws {
        room = try await Room(seed: seed, on: engine)
        ids = (0..<6).map { [room] _ in room.id() }
        random = RandomWalk(seed: seed)
    }

    /// Does one thing; what was answered, as a text.
    mutating func step() async throws -> String {
        do { return try await act() } catch let fault as VaultStoreFault { return "\(fault)" }
    }

    private mutating func act() async throws -> String {
        let place = pick(places) ?? nil
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4:
            let page = try await room.store.pull(
                room.account, from: place, limit: Int.random(in: 1...5, using: &random))
            places.append(page.place)
            return "\(page)"
        case 4: return "\(try await room.store.list(room.account, after: pick(ids), limit: 3))"
        case 5: return "\(String(describing: try await room.store.secret(pick(ids) ?? ids[0], of: room.account)))"
        case 6:
            if let place { try await room.store.acknowledge(place, by: room.device, of: room.account) }
            return "acknowledged"
        case 7:
            if let place { try await room.store.check(place, of: room.account) }
            return "checked"
        case 8 where Int.random(in: 0..<4, using: &random) == 0:
            return "\(try await room.store.beginEpoch(of: room.account))"
        case 9:
            room.clock.advance(by: .milliseconds(Int64.random(in: -500...5_000, using: &random)))
            return "time passed"
        case _:
            let asked = (0..<Int.random(in: 1...4, using: &random)).map { _ in operation() }
            ops += asked
            return
                "\(try await room.store.push(asked, to: room.account, by: room.device, isAtomic: coin(4), seen: place))"
        }
    }

    private mutating func operation() -> SecretOp {
        if coin(8), let old = pick(ops) { return old }
        let type = pick(SecretOperation.allCases) ?? .create
        let epoch = coin(3) ? pick(places)??.epoch : nil
        let text = "\(Int.random(in: 0..<4, using: &random))"
        var op = room.op(type, pick(ids) ?? ids[0], coin(4) ? nil : room.note(text))
        op.base = coin(5) ? nil : .rev(epoch: epoch, rev: Int64.random(in: 1...20, using: &random))
        op.force = coin(4)
        op.onConflict = coin(3) ? .copy : .return
        op.onGone = pick([.return, .restore, .copy]) ?? .return
        op.copyID = coin(2) ? room.id() : nil
        return op
    }

    private mutating func coin(_ sides: Int) -> Bool { Int.random(in: 0..<sides, using: &random) == 0 }

    private mutating func pick<T>(_ all: [T]) -> T? { all.randomElement(using: &random) }
}
