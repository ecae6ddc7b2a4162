import Domain
import Primitives
import Testing
import VaultStore

@Suite struct PushTests {
    @Test func `the same operation again answers what it answered, and changes nothing`() async throws {
        let room = try await Room()
        let id: SecretID = room.id()
        let op = room.op(.create, id, room.note("once"))
        let first = try await room.push(op)
        let head = try await room.store.head(of: room.account)
        #expect(try await room.push(op) == .replayed(first))
        #expect(try await room.store.head(of: room.account).seq == head.seq)
    }

    @Test func `each kind of outcome is remembered, a rejection is not`() async throws {
        let room = try await Room()
        let (live, gone): (SecretID, SecretID) = (room.id(), room.id())
        let rev = try await room.create(live)
        try await room.bring(gone, to: .deleted)
        let ops = [
            room.op(.update, live, on: rev, room.note("second")), room.op(.trash, room.id()),
            room.op(.update, live, on: 999, room.note("third")), room.op(.update, gone, on: 1, room.note("x")),
        ]
        let first = try await room.store.push(ops, to: room.account, by: room.device).outcomes
        #expect(first.map(\.word) == ["applied", "noop", "conflict", "gone"])
        let second = try await room.store.push(ops, to: room.account, by: room.device).outcomes
        #expect(second == first.map { .replayed($0) })
        let rejected = room.op(.restore, room.id())
        #expect(try await room.push(rejected) == .rejected(.unknownItem))
        #expect(try await room.push(rejected) == .rejected(.unknownItem))
    }

    @Test func `an operation id with other content is rejected`() async throws {
        let room = try await Room()
        var op = room.op(.create, room.id(), room.note("one"))
        try await room.push(op)
        op.content = room.note("two")
        #expect(try await room.push(op) == .rejected(.opIdReused))
        op.content = room.note("one")
        op.force = true
        #expect(try await room.push(op) == .rejected(.opIdReused))
    }

    @Test func `the same id twice in one push applies once`() async throws {
        let room = try await Room()
        let op = room.op(.create, room.id(), room.note("one"))
        let outcomes = try await room.store.push([op, op], to: room.account, by: room.device).outcomes
        #expect(outcomes == [.applied(rev: 1), .replayed(.applied(rev: 1))])
    }

    @Test func `below the floor a forgotten operation is expired, a remembered one is replayed`() async throws {
        let room = try await Room()
        var old = room.op(.create, room.id(), room.note("one"))
        old.knownSeq = 0
        let first = try await room.push(old)
        try await room.tamper("UPDATE vault_head SET op_floor = 1")
        #expect(try await room.push(old) == .replayed(first))
        var late = room.op(.create, room.id(), room.note("two"))
        late.knownSeq = 0
        #expect(try await room.push(late) == .rejected(.opExpired))
        late.knownSeq = 1
        #expect(try await room.push(late) == .applied(rev: 2))
    }

    @Test func `operations apply in order, and one may name an earlier one as its base`() async throws {
        let room = try await Room()
        let id: SecretID = room.id()
        let first = room.op(.create, id, room.note("one"))
        var second = room.op(.update, id, room.note("two"))
        second.base = .operation(first.opID)
        var third = room.op(.trash, id)
        third.base = .operation(second.opID)
        let made = try await room.store.push([first, second, third], to: room.account, by: room.device)
        #expect(made.outcomes == [.applied(rev: 1), .applied(rev: 2), .applied(rev: 3)])
        var later = room.op(.restore, id)
        later.base = .operation(third.opID)
        #expect(try await room.push(later) == .applied(rev: 4))
        #expect(try await room.push(room.op(.delete, id, on: 3)).word == "conflict")
        var unknown = room.op(.delete, id)
        unknown.base = .operation(room.id())
        #expect(try await room.push(unknown) == .rejected(.baseUnknown))
    }

    @Test func `a failed earlier operation is no base`() async throws {
        let room = try await Room()
        let id: SecretID = room.id()
        try await room.create(id)
        let first = room.op(.update, id, on: 77, room.note("one"))
        var second = room.op(.update, id, room.note("two"))
        second.base = .operation(first.opID)
        let outcomes = try await room.store.push([first, second], to: room.account, by: room.device).outcomes
        #expect(outcomes.map(\.word) == ["conflict", "conflict"])
    }

    @Test func `one bad operation leaves the others alone`() async throws {
        let room = try await Room()
        let bad = room.op(.update, room.id(), room.note("x"))
        let good = room.op(.create, room.id(), room.note("y"))
        let outcomes = try await room.store.push([bad, good], to: room.account, by: room.device).outcomes
        #expect(outcomes == [.gone(tombstone: nil), .applied(rev: 1)])
    }

    @Test func `an atomic push that fails leaves no trace, not even in the log`() async throws {
        let room = try await Room()
        let good = room.op(.create, room.id(), room.note("y"))
        let bad = room.op(.update, room.id(), room.note("x"))
        let made = try await room.store.push([good, bad], to: room.account, by: room.device, isAtomic: true)
        #expect(made.outcomes == [.rejected(.notApplied), .gone(tombstone: nil)])
        #expect(!made.hasChanged)
        #expect(try await room.count("vault_op") == 0)
        #expect(try await room.everything().isEmpty)
        #expect(try await room.push(good) == .applied(rev: 1))
    }

    @Test func `an atomic push of applied, noop and replayed operations applies`() async throws {
        let room = try await Room()
        let first = room.op(.create, room.id(), room.note("a"))
        try await room.push(first)
        let ops = [first, room.op(.trash, room.id()), room.op(.create, room.id(), room.note("b"))]
        let made = try await room.store.push(ops, to: room.account, by: room.device, isAtomic: true)
        #expect(made.outcomes.map(\.word) == ["replayed", "noop", "applied"])
    }

    @Test func `what is thrown before the commit undoes the push`() async throws {
        let room = try await Room()
        let op = room.op(.create, room.id(), room.note("a"))
        await #expect(throws: Unexpected.self) {
            try await room.store.push([op], to: room.account, by: room.device) { throw Unexpected(what: "revoked") }
        }
        #expect(try await room.everything().isEmpty)
        #expect(try await room.push(op) == .applied(rev: 1))
    }

    @Test func `ten former bodies of a secret are kept, and a delete erases them`() async throws {
        let room = try await Room()
        let id: SecretID = room.id()
        var rev = try await room.create(id, "0")
        for turn in 1...12 {
            guard case .applied(let next) = try await room.push(room.op(.update, id, on: rev, room.note("\(turn)")))
            else { return #expect(Bool(false)) }
            rev = next
            #expect(try await room.count("vault_version") == Int64(min(turn, 10)))
        }
        try await room.push(room.op(.delete, id, on: rev))
        #expect(try await room.count("vault_version") == 0)
    }

    @Test func `times never go back when the wall clock does`() async throws {
        let room = try await Room()
        let (first, second): (SecretID, SecretID) = (room.id(), room.id())
        try await room.create(first)
        room.setBack(by: .days(1))
        try await room.create(second)
        let items = try await room.everything()
        #expect(items[0].updatedAt <= items[1].updatedAt)
    }
}
