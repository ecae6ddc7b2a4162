import Domain
import Primitives
import StoreSupport
import Support
import Testing
import VaultStore

/// Two instances write, change every kind of key and forget keys at random; a dictionary is the model of the vault.
@Suite(.timeLimit(.minutes(2))) struct KeyWalkTests {
    private struct World {
        let instances: [VaultStoreFixture]
        var walk: RandomWalk
        var model: [SecretID: String] = [:]
        var revs: [SecretID: Int64] = [:]
        var active = 1
        var seq: Int64 = 0

        mutating func step() async throws {
            let fixture = instances[Int.random(in: 0..<2, using: &walk)], store = fixture.store
            switch Int.random(in: 0..<12, using: &walk) {
            case 0..<3: try await write(fixture)
            case 3: try await store.renewDataKey(of: fixture.account, at: fixture.now)
            case 4: try await store.orderDataKeys(at: fixture.now)
            case 5: try await store.renewDataKey(of: fixture.account, at: fixture.now, ifEarlier: true)
            case 6: _ = try await store.reseal(fixture.account, limit: Int.random(in: 1...4, using: &walk))
            case 7: try await fixture.resealAll(limit: 2)
            case 8: try await changeWrappingKey()
            case 9: try await fixture.rewrapAll("kek-\(Int.random(in: 1...active, using: &walk))", limit: 1)
            case 10: _ = try await store.retireWrappingKey("kek-\(max(1, active - 1))", at: fixture.now)
            case _: fixture.clock.advance(by: .seconds(Int.random(in: 1...70, using: &walk)))
            }
        }

        private mutating func write(_ fixture: VaultStoreFixture) async throws {
            let text = "\(walk.next())", known = model.keys.randomElement(using: &walk)
            let id = Bool.random(using: &walk) ? known ?? fixture.id() : fixture.id()
            if revs[id] != nil, Bool.random(using: &walk) {
                for type in [.trash, .restore] as [SecretOperation] {
                    guard case .applied(let rev) = try await fixture.push(fixture.op(type, id, on: revs[id])) else {
                        throw Unexpected(what: "\(type) is refused")
                    }
                    (revs[id], seq) = (rev, rev)
                }
            }
            let op = fixture.op(revs[id] == nil ? .create : .update, id, on: revs[id], fixture.note(text))
            guard case .applied(let rev) = try await fixture.push(op) else {
                throw Unexpected(what: "\(op.type) is refused")
            }
            (model[id], revs[id], seq) = (#"{"text":"\#(text)"}"#, rev, rev)
        }

        private mutating func changeWrappingKey() async throws {
            let next = "kek-\(active + 1)"
            for fixture in instances { try await fixture.publish(next) }
            guard try await instances[0].activate(next).isDone else { return }
            active += 1
        }
    }

    @Test(arguments: 0..<6)
    func `after every step both instances read exactly what the model has, at the revs of the writes`(round: Int)
        async throws
    {
        var walk = RandomWalk()
        for _ in 0..<round { _ = walk.next() }
        let note = "\(walk.note), round \(round)"
        var world = World(instances: try await VaultStoreFixture.twoInstances(seed: walk.next()), walk: walk)
        for step in 0..<120 {
            try await world.step()
            for fixture in world.instances {
                let items = try await fixture.everything()
                let read = Dictionary(uniqueKeysWithValues: items.map { ($0.id, $0.text ?? "unreadable") })
                #expect(read == world.model, "step \(step); \(note)")
                #expect(items.map(\.rev).max() ?? 0 == world.seq, "step \(step); \(note)")
            }
        }
        let fixture = world.instances[0]
        try await fixture.resealAll()
        for number in 1..<max(2, world.active) { try await fixture.rewrapAll("kek-\(number)") }
        #expect(try await fixture.dataKeys().count <= 1, "\(note)")
        let fresh = try await fixture.reopened(
            keys: KeyRing(
                wrapping: (1...world.active).map { .init("kek-\($0)", SampleKEK.key("kek-\($0)")) },
                index: .init("index-1", KeyRing.sampleIndex)))
        #expect(try await fresh.pull(fixture.account, from: nil, at: fixture.now).items.count == world.model.count)
    }
}
