import Domain
import Primitives
import Support
import Testing
import VaultStore

/// Pages that are read while the account changes.
@Suite(.timeLimit(.minutes(2))) struct StablePageTests {
    private static let itemCount = 10_000

    /// The ways to read all secrets of an account page by page.
    enum Reading: CaseIterable { case list, pull }

    @Test(.requirement("I17"), arguments: Reading.allCases)
    func
        `ten thousand secrets are read in pages while others are added, edited and deleted, and none that stays is missed`(
            reading: Reading
        ) async throws
    {
        var limits = StoreLimits()
        limits.itemsPerAccount = Int64(Self.itemCount + 1000)
        let fixture = try await VaultStoreFixture(limits: limits)
        var walk = RandomWalk(), stable: Set<SecretID> = [], revs: [SecretID: Int64] = [:]
        for _ in 0..<Self.itemCount / 100 {
            let ops = (0..<100).map { _ in fixture.op(.create, fixture.id(), fixture.note("a")) }
            let outcomes = try await fixture.store.push(ops, to: fixture.account, by: fixture.device, at: fixture.now)
                .outcomes
            for (op, outcome) in zip(ops, outcomes) {
                guard case .applied(let rev) = outcome else { throw Unexpected(what: "\(outcome)") }
                if Int.random(in: 0..<10, using: &walk) == 0 { revs[op.id] = rev } else { stable.insert(op.id) }
            }
        }
        var seen: [SecretID: Int] = [:], reader = PagedReading(fixture, reading)
        while let ids = try await reader.next() {
            for id in ids { seen[id, default: 0] += 1 }
            try await change(&revs, fixture, &walk)
        }
        #expect(stable.filter { seen[$0] == nil }.isEmpty, "\(walk.note)")
        #expect(stable.allSatisfy { seen[$0] == 1 }, "\(walk.note)")
    }

    /// Adds, edits or deletes some of the secrets that change.
    private func change(
        _ revs: inout [SecretID: Int64], _ fixture: VaultStoreFixture, _ walk: inout RandomWalk
    ) async throws {
        let chosen = (0..<20).compactMap { _ in revs.keys.randomElement(using: &walk) }
        var ops = Set(chosen).map { id in
            Bool.random(using: &walk)
                ? fixture.op(.delete, id, on: revs[id])
                : fixture.op(.update, id, on: revs[id], fixture.note("\(walk.next())"))
        }
        ops += (0..<10).map { _ in fixture.op(.create, fixture.id(), fixture.note("c")) }
        let outcomes = try await fixture.store.push(ops, to: fixture.account, by: fixture.device, at: fixture.now)
            .outcomes
        for (op, outcome) in zip(ops, outcomes) {
            guard case .applied(let rev) = outcome else { throw Unexpected(what: "\(outcome)") }
            revs[op.id] = op.type == .delete ? nil : rev
        }
    }
}

/// The pages of one account, one after the other.
private struct PagedReading {
    private let fixture: VaultStoreFixture
    private let reading: StablePageTests.Reading
    private var cursor: PullCursor?
    private var last: SecretID?
    private var isOver = false

    init(_ fixture: VaultStoreFixture, _ reading: StablePageTests.Reading) {
        (self.fixture, self.reading) = (fixture, reading)
    }

    /// Returns the live secrets of the next page; nil after the last one.
    mutating func next() async throws -> [SecretID]? {
        if isOver { return nil }
        switch reading {
        case .list:
            let page = try await fixture.store.list(fixture.account, after: last)
            (last, isOver) = (page.items.last?.id, !page.hasMore)
            return page.items.map(\.id)
        case .pull:
            let page = try await fixture.store.pull(fixture.account, from: cursor, at: fixture.now)
            (cursor, isOver) = (page.cursor, !page.hasMore)
            return page.items.filter { $0.state == .live }.map(\.id)
        }
    }
}
