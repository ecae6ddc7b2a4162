import Domain
import Primitives
import Support
import Testing
import VaultStore

/// Two devices push and pull at random; a dictionary is the model of the vault.
@Suite struct RandomWalkTests {
    /// One secret of the model.
    struct Modelled: Equatable {
        var state: SecretState
        var rev: Int64
        var text: String?
    }

    /// The cursor and the secrets of a device.
    struct Replica {
        var cursor: PullCursor?
        var items: [SecretID: Modelled] = [:]
    }

    @Test(arguments: 0..<8)
    func `both devices end with exactly what the model has`(round: Int) async throws {
        var walk = RandomWalk()
        for _ in 0..<round { _ = walk.next() }
        let note = "\(walk.note), round \(round)"
        let fixture = try await VaultStoreFixture(seed: walk.next())
        let ids: [SecretID] = (0..<6).map { _ in fixture.id() }
        var model: [SecretID: Modelled] = [:], head: Int64 = 0
        var replicas = [Replica(), Replica()]
        var sent: [(op: SecretOp, outcome: PushOutcome)] = []
        for step in 0..<250 {
            let turn = Int.random(in: 0..<2, using: &walk)
            switch Int.random(in: 0..<10, using: &walk) {
            case 0..<2:
                _ = try await pull(&replicas[turn], in: fixture, limit: Int.random(in: 1...4, using: &walk))
            case 2 where !sent.isEmpty:
                guard let old = sent.randomElement(using: &walk) else { continue }
                guard case .replayed(let again) = try await fixture.push(old.op) else {
                    Issue.record("not replayed at \(step); \(note)")
                    continue
                }
                #expect(again.word == old.outcome.word, "\(note)")
            case _:
                let op = op(ids, replicas[turn], fixture, step, &walk)
                let outcome = try await fixture.push(op)
                let expected = Self.play(op, on: &model, head: &head)
                #expect(outcome.word == expected, "step \(step), \(op.type); \(note)")
                // A noop on an absent secret is not logged, so a repetition is decided anew.
                if outcome.word != "rejected", outcome != .noop(rev: nil) { sent.append((op, outcome)) }
            }
        }
        for turn in 0..<2 {
            while try await pull(&replicas[turn], in: fixture, limit: 3) {}
            #expect(replicas[turn].items == model, "\(note)")
        }
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).seq == head)
    }

    /// Pulls a page; returns true if more follow. An empty page ends the pull, so that a page that is empty by mistake
    /// makes the comparison below fail instead of looping.
    private func pull(_ replica: inout Replica, in fixture: VaultStoreFixture, limit: Int) async throws -> Bool {
        let page = try await fixture.store.pull(fixture.account, from: replica.cursor, at: fixture.now, limit: limit)
        for item in page.items {
            replica.items[item.id] = Modelled(state: item.state, rev: item.rev, text: item.text)
        }
        replica.cursor = page.cursor
        return page.hasMore && !page.items.isEmpty
    }

    private func op(
        _ ids: [SecretID], _ replica: Replica, _ fixture: VaultStoreFixture, _ step: Int, _ walk: inout RandomWalk
    ) -> SecretOp {
        let id = ids.randomElement(using: &walk) ?? fixture.id()
        let type = SecretOperation.allCases.randomElement(using: &walk) ?? .create
        let hasBody = type == .create || type == .update || Bool.random(using: &walk)
        var op = fixture.op(type, id, on: replica.items[id]?.rev, hasBody ? fixture.note("\(step / 3)") : nil)
        op.force = Int.random(in: 0..<8, using: &walk) == 0
        return op
    }

    /// Applies an operation to the model and returns the name of its outcome.
    private static func play(
        _ op: SecretOp, on model: inout [SecretID: Modelled], head: inout Int64
    ) -> String {
        let item = model[op.id]
        let text = op.content.map { String(decoding: $0.body, as: UTF8.self) }
        var isBased = false
        if case .rev(_, let rev)? = op.base, rev == item?.rev { isBased = true }
        func apply(_ state: SecretState, _ text: String?) -> String {
            head += 1
            model[op.id] = Modelled(state: state, rev: head, text: text)
            return "applied"
        }
        switch op.type {
        case .create:
            guard let item else { return apply(.live, text) }
            if item.state != .live { return "gone" }
            return item.text == text ? "noop" : "conflict"
        case .update:
            guard let item, item.state == .live else { return "gone" }
            if item.text == text { return "noop" }
            return isBased ? apply(.live, text) : "conflict"
        case .trash:
            guard let item, item.state == .live else { return "noop" }
            return isBased || op.force ? apply(.trashed, item.text) : "conflict"
        case .delete:
            guard let item, item.state != .deleted else { return "noop" }
            return isBased || op.force ? apply(.deleted, nil) : "conflict"
        case .restore:
            guard let item else { return "rejected" }
            if item.state == .live { return text == nil || text == item.text ? "noop" : "conflict" }
            if item.state == .deleted, text == nil { return "rejected" }
            return isBased ? apply(.live, text ?? item.text) : "conflict"
        }
    }
}
