import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Synchronization
import Testing
import VaultStore

@Suite struct PushTests {
    @Test(.requirement("U6")) func `a repeated operation is answered with its first outcome, and changes nothing`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        let op = fixture.op(.create, id, fixture.note("once"))
        let first = try await fixture.push(op)
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        #expect(try await fixture.push(op) == .replayed(first))
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).seq == head.seq)
    }

    @Test func `the authorisation is checked after the last statement of a push, immediately before the commit`()
        async throws
    {
        let database = CountedDatabase(try await StoreLocation(VaultSchema.migrations).open())
        let fixture = try await VaultStoreFixture(on: database, random: SeededRandom(seed: 1).random)
        let before = database.statements, atCheck = Mutex<[Int]>([])
        _ = try await fixture.store.push(
            [fixture.op(.create, fixture.id(), fixture.note("x"))], to: fixture.account, by: fixture.device,
            at: fixture.now, checkAuthorization: { atCheck.withLock { $0.append(database.statements) } })
        #expect(database.statements > before)
        #expect(atCheck.withLock { $0 } == [database.statements])
    }

    @Test func `the id of an operation belongs to its account`() async throws {
        let fixture = try await VaultStoreFixture()
        let other: AccountID = fixture.id()
        let mine = fixture.op(.create, fixture.id(), fixture.note("mine"))
        var theirs = fixture.op(.create, fixture.id(), fixture.note("theirs"))
        theirs.opID = mine.opID
        var onMine = fixture.op(.update, theirs.id, fixture.note("edit"))
        func push(_ op: SecretOp) async throws -> PushOutcome {
            try await fixture.store.push([op], to: other, by: fixture.device, at: fixture.now).outcomes[0]
        }
        #expect(try await fixture.push(mine).word == "applied")
        onMine.base = .operation(mine.opID)
        #expect(try await push(onMine) == .rejected(.baseUnknown))
        #expect(try await push(theirs) == .applied(rev: 1))
    }

    @Test func `applied, noop, conflict and gone are remembered, a rejection is not`() async throws {
        let fixture = try await VaultStoreFixture()
        let (live, gone): (SecretID, SecretID) = (fixture.id(), fixture.id())
        let rev = try await fixture.create(live)
        try await fixture.bring(gone, to: .deleted)
        let ops = [
            fixture.op(.update, live, on: rev, fixture.note("second")), fixture.op(.trash, gone),
            fixture.op(.update, live, on: 999, fixture.note("third")),
            fixture.op(.update, gone, on: 1, fixture.note("x")),
        ]
        let first = try await fixture.store.push(ops, to: fixture.account, by: fixture.device, at: fixture.now).outcomes
        #expect(first.map(\.word) == ["applied", "noop", "conflict", "gone"])
        let second = try await fixture.store.push(ops, to: fixture.account, by: fixture.device, at: fixture.now)
            .outcomes
        #expect(second == first.map { .replayed($0) })
        let rejected = fixture.op(.restore, fixture.id())
        #expect(try await fixture.push(rejected) == .rejected(.unknownItem))
        #expect(try await fixture.push(rejected) == .rejected(.unknownItem))
    }

    @Test func `a noop on an absent secret is not logged, and its repetition is decided anew`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        var delete = fixture.op(.delete, id, on: 1)
        #expect(try await fixture.push(delete) == .noop(rev: nil))
        #expect(try await fixture.count("vault_op") == 0)
        try await fixture.create(id)
        delete.base = .rev(epoch: nil, rev: 9)
        #expect(try await fixture.push(delete).word == "conflict")
    }

    @Test func `within one push a noop on an absent secret can be a base, which matches nothing`() async throws {
        let fixture = try await VaultStoreFixture()
        let trash = fixture.op(.trash, fixture.id())
        var update = fixture.op(.update, trash.id, fixture.note("x"))
        update.base = .operation(trash.opID)
        let made = try await fixture.store.push(
            [trash, update], to: fixture.account, by: fixture.device, at: fixture.now)
        #expect(made.outcomes == [.noop(rev: nil), .gone(current: nil)])
    }

    @Test func `an operation without a schema is a retry of the one that the previous version logged with schema 1`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        var op = fixture.op(.create, fixture.id(), fixture.note("one"))
        let first = try await fixture.push(op)
        op.content = SecretOp.Content(kind: "note", body: fixture.note("one").body)
        #expect(try await fixture.push(op) == .replayed(first))
        op.content = SecretOp.Content(kind: "note", schema: 2, body: fixture.note("one").body)
        #expect(try await fixture.push(op) == .rejected(.opIdReused))
        op.content = SecretOp.Content(kind: "note", body: fixture.note("two").body)
        #expect(try await fixture.push(op) == .rejected(.opIdReused))
    }

    @Test func `an update without a schema keeps the secret's, and a new secret gets 1`() async throws {
        let fixture = try await VaultStoreFixture()
        let (old, new): (SecretID, SecretID) = (fixture.id(), fixture.id())
        let content = SecretOp.Content(kind: "note", schema: 2, body: fixture.note("one").body)
        #expect(try await fixture.push(fixture.op(.create, old, content)) == .applied(rev: 1))
        let edited = SecretOp.Content(kind: "note", body: fixture.note("two").body)
        #expect(try await fixture.push(fixture.op(.update, old, on: 1, edited)) == .applied(rev: 2))
        #expect(try await fixture.push(fixture.op(.create, new, edited)) == .applied(rev: 3))
        #expect(try await fixture.everything().map(\.schema) == [2, 1])
    }

    @Test func `an operation id with other content is rejected`() async throws {
        let fixture = try await VaultStoreFixture()
        var op = fixture.op(.create, fixture.id(), fixture.note("one"))
        try await fixture.push(op)
        op.content = fixture.note("two")
        #expect(try await fixture.push(op) == .rejected(.opIdReused))
        op.content = fixture.note("one")
        op.force = true
        #expect(try await fixture.push(op) == .rejected(.opIdReused))
    }

    @Test func `the same id twice in one push applies once`() async throws {
        let fixture = try await VaultStoreFixture()
        let op = fixture.op(.create, fixture.id(), fixture.note("one"))
        let outcomes = try await fixture.store.push([op, op], to: fixture.account, by: fixture.device, at: fixture.now)
            .outcomes
        #expect(outcomes == [.applied(rev: 1), .replayed(.applied(rev: 1))])
    }

    @Test(.requirement("X5"))
    func `an operation that knew only revs below the floor is expired, unless it is remembered`() async throws {
        let fixture = try await VaultStoreFixture()
        var old = fixture.op(.create, fixture.id(), fixture.note("one"))
        old.knownSeq = 0
        let first = try await fixture.push(old)
        try await fixture.tamper("UPDATE vault_head SET op_floor = 1")
        #expect(try await fixture.push(old) == .replayed(first))
        var late = fixture.op(.create, fixture.id(), fixture.note("two"))
        late.knownSeq = 0
        #expect(try await fixture.push(late) == .rejected(.opExpired))
        late.knownSeq = 1
        #expect(try await fixture.push(late) == .applied(rev: 2))
    }

    @Test func `the known number of a former epoch counts up to its end, that of an unknown epoch counts as 0`()
        async throws
    {
        let fixture = try await VaultStoreFixture()
        for _ in 0..<5 { try await fixture.create(fixture.id()) }
        let former = try await fixture.store.head(of: fixture.account, at: fixture.now).epoch
        try await fixture.beginGeneration()
        let current = try await fixture.store.head(of: fixture.account, at: fixture.now).epoch
        try await fixture.tamper("UPDATE vault_head SET op_floor = 5")
        let unknown: EpochID = fixture.id()
        let cases: [(EpochID?, Int64, String)] = [
            (former, 900, "applied"), (former, 5, "applied"), (former, 4, "rejected"), (unknown, 900, "rejected"),
            (current, 5, "applied"), (current, 4, "rejected"), (nil, 5, "applied"), (nil, 4, "rejected"),
        ]
        for (epoch, seq, outcome) in cases {
            var op = fixture.op(.create, fixture.id(), fixture.note("x"))
            (op.knownEpoch, op.knownSeq) = (epoch, seq)
            #expect(try await fixture.push(op).word == outcome, "\(String(describing: epoch)) \(seq)")
        }
        try await fixture.tamper("UPDATE vault_head SET op_floor = 1")
        var op = fixture.op(.create, fixture.id(), fixture.note("x"))
        (op.knownEpoch, op.knownSeq) = (unknown, 900)
        #expect(try await fixture.push(op) == .rejected(.opExpired))
    }

    @Test func `operations apply in order, and one may name an earlier one as its base`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        let first = fixture.op(.create, id, fixture.note("one"))
        var second = fixture.op(.update, id, fixture.note("two"))
        second.base = .operation(first.opID)
        var third = fixture.op(.trash, id)
        third.base = .operation(second.opID)
        let made = try await fixture.store.push(
            [first, second, third], to: fixture.account, by: fixture.device, at: fixture.now)
        #expect(made.outcomes == [.applied(rev: 1), .applied(rev: 2), .applied(rev: 3)])
        var later = fixture.op(.restore, id)
        later.base = .operation(third.opID)
        #expect(try await fixture.push(later) == .applied(rev: 4))
        #expect(try await fixture.push(fixture.op(.delete, id, on: 3)).word == "conflict")
        var unknown = fixture.op(.delete, id)
        unknown.base = .operation(fixture.id())
        #expect(try await fixture.push(unknown) == .rejected(.baseUnknown))
    }

    @Test func `a failed earlier operation cannot be a base`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.create(id)
        let first = fixture.op(.update, id, on: 77, fixture.note("one"))
        var second = fixture.op(.update, id, fixture.note("two"))
        second.base = .operation(first.opID)
        let outcomes = try await fixture.store.push(
            [first, second], to: fixture.account, by: fixture.device, at: fixture.now
        ).outcomes
        #expect(outcomes.map(\.word) == ["conflict", "conflict"])
    }

    @Test func `an operation that fails does not affect the others`() async throws {
        let fixture = try await VaultStoreFixture()
        let bad = fixture.op(.update, fixture.id(), fixture.note("x"))
        let good = fixture.op(.create, fixture.id(), fixture.note("y"))
        let outcomes = try await fixture.store.push(
            [bad, good], to: fixture.account, by: fixture.device, at: fixture.now
        ).outcomes
        #expect(outcomes == [.gone(current: nil), .applied(rev: 1)])
    }

    @Test func `an atomic push that fails writes nothing, not even its operations`() async throws {
        let fixture = try await VaultStoreFixture()
        let good = fixture.op(.create, fixture.id(), fixture.note("y"))
        let bad = fixture.op(.update, fixture.id(), fixture.note("x"))
        let made = try await fixture.store.push(
            [good, bad], to: fixture.account, by: fixture.device, at: fixture.now, isAtomic: true)
        #expect(made.outcomes == [.rejected(.notApplied), .gone(current: nil)])
        #expect(!made.hasChanged)
        #expect(try await fixture.count("vault_op") == 0)
        #expect(try await fixture.everything().isEmpty)
        #expect(try await fixture.push(good) == .applied(rev: 1))
    }

    @Test func `an atomic push of applied, noop and replayed operations applies`() async throws {
        let fixture = try await VaultStoreFixture()
        let first = fixture.op(.create, fixture.id(), fixture.note("a"))
        try await fixture.push(first)
        let ops = [first, fixture.op(.trash, fixture.id()), fixture.op(.create, fixture.id(), fixture.note("b"))]
        let made = try await fixture.store.push(
            ops, to: fixture.account, by: fixture.device, at: fixture.now, isAtomic: true)
        #expect(made.outcomes.map(\.word) == ["replayed", "noop", "applied"])
    }

    @Test(arguments: ["conflict", "gone", "copied"])
    func `an atomic push that repeats an operation that was not applied is not applied`(word: String) async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.bring(id, to: word == "gone" ? .deleted : .live)
        var first = fixture.op(.update, id, on: 99, fixture.note("mine"))
        if word == "copied" { (first.onConflict, first.copyID) = (.copy, fixture.id()) }
        #expect(try await fixture.push(first).word == word)
        let made = try await fixture.store.push(
            [first, fixture.op(.create, fixture.id(), fixture.note("b"))], to: fixture.account, by: fixture.device,
            at: fixture.now, isAtomic: true)
        #expect(made.outcomes.map(\.word) == ["replayed", "rejected"] && !made.hasChanged)
    }

    @Test func `an error thrown before the commit rolls the push back`() async throws {
        let fixture = try await VaultStoreFixture()
        let op = fixture.op(.create, fixture.id(), fixture.note("a"))
        await #expect(throws: Unexpected.self) {
            try await fixture.store.push([op], to: fixture.account, by: fixture.device, at: fixture.now) {
                throw Unexpected(what: "revoked")
            }
        }
        #expect(try await fixture.everything().isEmpty)
        #expect(try await fixture.push(op) == .applied(rev: 1))
    }

    @Test func `ten former bodies of a secret are kept, and a delete erases them`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        var rev = try await fixture.create(id, "0")
        for turn in 1...12 {
            guard
                case .applied(let next) = try await fixture.push(
                    fixture.op(.update, id, on: rev, fixture.note("\(turn)")))
            else { return #expect(Bool(false)) }
            rev = next
            #expect(try await fixture.count("vault_version") == Int64(min(turn, 10)))
        }
        try await fixture.push(fixture.op(.delete, id, on: rev))
        #expect(try await fixture.count("vault_version") == 0)
    }

    @Test func `times never go back when the wall clock does`() async throws {
        let fixture = try await VaultStoreFixture()
        let (first, second): (SecretID, SecretID) = (fixture.id(), fixture.id())
        try await fixture.create(first)
        fixture.setBack(by: .days(1))
        try await fixture.create(second)
        let items = try await fixture.everything()
        #expect(items[0].updatedAt <= items[1].updatedAt)
    }
}
