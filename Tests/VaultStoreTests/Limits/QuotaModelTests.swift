import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing
import VaultStore

/// Random operations of one account near its limits, which are lowered and raised on the way, compared with a plain
/// model of the limits.
@Suite struct QuotaModelTests {
    @Test func `every answer and every count is that of the model`() async throws {
        var walk = RandomWalk(), answers: [String: Int] = [:]
        let note = walk.note
        // One history is enough to see that the engines do not differ.
        let rounds = StoreEngine.chosen == .sqlite ? 4 : 1
        for round in 0..<rounds {
            var history = try await QuotaHistory(RandomWalk(seed: walk.next()))
            for step in 0..<500 {
                try await history.step("round \(round), step \(step); \(note)")
                if !history.holds { return }
            }
            answers.merge(history.answers, uniquingKeysWith: +)
        }
        // Otherwise the histories would say little about the limits.
        for (answer, count) in answers where rounds > 1 { #expect(count >= 3, "\(answer); \(note)") }
    }
}

/// A history of one account, and the model of it.
private struct QuotaHistory {
    private let fixture: VaultStoreFixture
    private var store: VaultStore
    private var model: QuotaModel
    private var walk: RandomWalk
    private var applied: [(op: SecretOp, rev: Int64)] = []
    private(set) var holds = true
    /// How often each kind of answer was seen, and how often an account beyond a limit could shrink.
    private(set) var answers = [
        "applied": 0, "replayed": 0, "tooManyOperations": 0, "tooManyItems": 0, "accountFull": 0,
        "tooManyTombstones": 0, "logFull": 0, "bodyTooLarge": 0, "shrunk": 0,
    ]

    init(_ walk: RandomWalk) async throws {
        self.walk = walk
        let limits = Self.limits(&self.walk)
        fixture = try await VaultStoreFixture(limits: limits)
        (store, model) = (fixture.store, QuotaModel(limits: limits))
    }

    mutating func step(_ note: String) async throws {
        switch Int.random(in: 0..<30, using: &walk) {
        case 0:
            model.limits = Self.limits(&walk)
            store = try await VaultStore.open(
                fixture.database, keys: .sample(), steady: fixture.clock.steady, random: fixture.random,
                limits: model.limits)
        case 1:
            let times: [Duration] = [.hours(1), .milliseconds(3_599_999), .minutes(10)]
            fixture.clock.advance(by: times.randomElement(using: &walk) ?? .zero)
        case 2..<5: try await repeatOperation(note)
        default: try await push(operation(), note)
        }
    }

    /// Limits that a few operations reach. The number of logged operations grows only, so its limit is mostly high.
    private static func limits(_ walk: inout RandomWalk) -> StoreLimits {
        var limits = StoreLimits()
        limits.itemsPerAccount = .random(in: 2...9, using: &walk)
        limits.bytesPerAccount = .random(in: 200...700, using: &walk)
        limits.tombstonesPerAccount = .random(in: 1...6, using: &walk)
        limits.bytesPerBody = .random(in: 150...190, using: &walk)
        limits.historyBytesPerAccount = Bool.random(using: &walk) ? .random(in: 0...900, using: &walk) : 10_000
        limits.operationsPerHour = .random(in: 15...60, using: &walk)
        limits.operationsPerAccount = Int.random(in: 0..<4, using: &walk) == 0 ? 40 : 10_000
        return limits
    }

    /// An operation on the current version of a secret, or one that adds a secret.
    private mutating func operation() -> SecretOp {
        let existing = model.secrets.sorted { $0.key < $1.key }
        // One secret is edited often, so that it has more former versions than are kept.
        if let (id, secret) = existing.first, secret.state == .live, Int.random(in: 0..<3, using: &walk) == 0 {
            return fixture.op(.update, id, on: secret.rev, body())
        }
        guard Int.random(in: 0..<3, using: &walk) > 0, let (id, secret) = existing.randomElement(using: &walk) else {
            return fixture.op(.create, fixture.id(), body())
        }
        let coin = Int.random(in: 0..<3, using: &walk)
        switch (secret.state, coin) {
        case (.live, 0), (.trashed, 0): return fixture.op(.delete, id, on: secret.rev)
        case (.live, 1): return fixture.op(.trash, id, on: secret.rev)
        case (.live, _): return fixture.op(.update, id, on: secret.rev, body())
        case (.trashed, 1): return fixture.op(.restore, id, on: secret.rev)
        case (.trashed, _), (.deleted, _): return fixture.op(.restore, id, on: secret.rev, body())
        }
    }

    /// A body that no other operation has.
    private mutating func body() -> SecretOp.Content {
        let size = Int.random(in: 40...200, using: &walk), text = "\(walk.next())"
        return fixture.note(text + String(repeating: "x", count: size - 11 - text.utf8.count))
    }

    private mutating func push(_ op: SecretOp, _ note: String) async throws {
        let beyond = model.items > model.limits.itemsPerAccount || model.bytes > model.limits.bytesPerAccount
        guard let outcome = try await send(op, note) else { return }
        let rejections = model.apply(op)
        switch outcome {
        case .applied(let rev):
            count("applied", rejections.isEmpty && rev == model.seq, "\(rev), not \(rejections); \(note)")
            applied.append((op, rev))
            if beyond { answers["shrunk", default: 0] += 1 }
        case .rejected(let reason):
            count(reason.rawValue, rejections.contains(reason), "\(reason), not \(rejections); \(note)")
        case .copied, .noop, .conflict, .gone, .replayed: count("other", false, "\(outcome); \(note)")
        }
        try await compareCounts(note)
    }

    private mutating func repeatOperation(_ note: String) async throws {
        guard let (op, rev) = applied.randomElement(using: &walk), let outcome = try await send(op, note) else {
            return
        }
        count("replayed", outcome == .replayed(.applied(rev: rev)), "\(outcome); \(note)")
    }

    /// Pushes one operation; returns nil if the hour has no operation left, as the model says too.
    private mutating func send(_ op: SecretOp, _ note: String) async throws -> PushOutcome? {
        let remaining = model.countOperation(at: fixture.now)
        do {
            let result = try await store.push([op], to: fixture.account, by: fixture.device, at: fixture.now)
            if remaining != nil { count("other", false, "accepted beyond the hour's limit; \(note)") }
            return result.outcomes[0]
        } catch VaultStoreFault.tooManyOperations(let time) {
            count("tooManyOperations", remaining == time, "\(time), not \(String(describing: remaining)); \(note)")
            return nil
        }
    }

    private mutating func compareCounts(_ note: String) async throws {
        let head = try await store.head(of: fixture.account, at: fixture.now)
        let stored = [
            head.items, head.bytes, head.tombstones, head.operations, head.historyBytes,
            try await fixture.count("vault_version"),
        ]
        let modelled = [
            model.items, model.bytes, model.tombstones, model.operations, model.historyBytes, model.versions,
        ]
        if stored != modelled { holds = false }
        #expect(stored == modelled, "items, bytes, tombstones, operations, bytes and number of versions; \(note)")
    }

    private mutating func count(_ answer: String, _ isExpected: Bool, _ comment: String) {
        answers[answer, default: 0] += 1
        if !isExpected { holds = false }
        #expect(isExpected, "\(comment)")
    }
}
