import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing
import VaultService
import VaultStore

@Suite struct `vault.push` {
    @Test func `plays its example: one operation, applied once`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.push(person.create("a"), person.create("b"))
        let (params, example) = VaultPush.example
        let answer = try await person.call(VaultPush.self, params)
        #expect(answer.results == example.results && answer.head == example.head)
        let again = try await person.call(VaultPush.self, params)
        #expect(again.results[0].outcome == .replayed && again.results[0].first == .applied)
        #expect(again.results[0].rev == example.results[0].rev && again.head == answer.head)
        #expect(fixture.counted("vault_operations_total") == 4)
        let epoch = try await person.call(VaultInfo.self, Nothing()).epoch
        #expect(answer.epoch == epoch)
    }

    @Test func `the same body in another order of members is the same content`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        var op = person.create("a")
        op.body = ["text": "a", "extra": ["x": 1, "y": 2]]
        try await person.push(op)
        op.opId = fixture.id()
        op.body = ["extra": ["y": 2, "x": 1], "text": "a"]
        let repeated = try await person.push(op)[0]
        #expect(repeated.outcome == .noop && repeated.rev == 1)
    }

    @Test func `a conflict and a gone item are answered with the current item, and a copy is stored if wanted`()
        async throws
    {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let made = person.create("theirs")
        let epoch = try await person.call(VaultPush.self, .init(ops: [made])).epoch
        var op = made
        op.opId = fixture.id()
        op.type = .update
        op.base = ItemBase(epoch: epoch, rev: 7)
        op.body = ["text": "ours"]
        let conflict = try await person.push(op)[0]
        #expect(conflict.outcome == .conflict && conflict.current?.body == ["text": "theirs"])
        op.opId = fixture.id()
        op.onConflict = .copy
        op.copyId = fixture.id()
        let copied = try await person.push(op)[0]
        #expect(copied.outcome == .applied && copied.id == op.copyId && copied.rev == 2)
        var delete = PushOp(opId: fixture.id(), type: .delete, id: made.id, knownSeq: 2)
        delete.force = true
        try await person.push(delete)
        op.opId = fixture.id()
        let gone = try await person.push(op)[0]
        #expect(gone.outcome == .gone && gone.current?.state == .deleted && gone.rev == 3)
    }

    @Test func `an operation may name the one before it as its base`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let made = person.create("one")
        var edit = made
        edit.opId = fixture.id()
        edit.type = .update
        edit.baseOp = made.opId
        edit.body = ["text": "two"]
        #expect(try await person.push(made, edit).map(\.outcome) == [.applied, .applied])
    }

    @Test func `an operation whose body does not fit its kind is rejected, with all others only if atomic`()
        async throws
    {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        var bad = VaultPush.example.params.ops[0]
        bad.body?["digits"] = 9
        let results = try await person.push(person.create("a"), bad, person.create("b"))
        #expect(results.map(\.outcome) == [.applied, .rejected, .applied])
        #expect(results[1].reason == "bodyRefused" && results[1].field == "body.digits")
        var second = person.create("c")
        second.kind = "novel"
        let atomic = try await person.push(person.create("d"), second, atomic: true)
        #expect(atomic.map(\.reason) == ["notApplied", "bodyRefused"] && atomic[1].field == "kind")
        #expect(try await person.pull().items.count == 2)
    }

    @Test func `the operations of an atomic push are applied if none of them is refused`() async throws {
        let fixture = try await VaultFixture(), person = fixture.person()
        let results = try await person.push(person.create("a"), person.create("b"), atomic: true)
        #expect(results.map(\.outcome) == [.applied, .applied])
        #expect(try await person.pull().items.count == 2)
    }

    @Test(arguments: [true, false])
    func `an update without a kind is checked against the kind of its item`(inOnePush: Bool) async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let made = VaultPush.example.params.ops[0]
        if !inOnePush { #expect(try await person.push(made).map(\.outcome) == [.applied]) }
        var edit = made
        (edit.opId, edit.type, edit.kind, edit.baseOp) = (fixture.id(), .update, nil, made.opId)
        edit.body?["digits"] = 9
        let results = try await inOnePush ? person.push(made, edit) : person.push(edit)
        #expect(results.last?.reason == "bodyRefused" && results.last?.field == "body.digits")
        edit.body?["digits"] = 8
        #expect(try await person.push(edit).map(\.outcome) == [.applied])
    }

    @Test func `100 operations are accepted, 101 are not`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let ops = (0..<101).map { person.create("\($0)") }
        #expect(try await person.call(VaultPush.self, .init(ops: Array(ops[..<100]))).head == 100)
        let refusal = try await person.refusal(VaultPush.self, .init(ops: ops))
        #expect(refusal?.name == "invalidParams" && refusal?.data["field"] == "ops")
    }

    @Test func `bodies up to the push's limit are accepted, a byte more is not`() async throws {
        var limits = StoreLimits()
        limits.bytesPerPush = 40
        let fixture = try await VaultFixture(limits: limits)
        let person = fixture.person()
        let (exact, over) = (person.create("123456789"), person.create("1234567890"))
        let refusal = try await person.refusal(VaultPush.self, .init(ops: [exact, over]))
        #expect(refusal?.name == "limitReached" && refusal?.data["limit"] == "bytesPerPush")
        #expect(try await person.push(exact, person.create("123456789")).count == 2)
    }

    @Test func `a request may be as long as three times the bodies of a push, 1 KiB for each operation and 4 KiB`()
        async throws
    {
        var limits = StoreLimits()
        (limits.bytesPerPush, limits.opsPerPush) = (1000, 10)
        #expect(try await VaultFixture(limits: limits).vault.maxBodyBytes == 3000 + 10 * 1024 + 4096)
    }

    @Test func `on a full disk a push is refused with storageFull, and pulls are answered`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        try await person.push(person.create("a"))
        let cursor = try await person.pull().cursor
        fixture.database.fill()
        try await person.expectRefused(.storageFull, VaultPush.self, .init(ops: [person.create("b")]))
        #expect(try await person.pull().items.count == 1)
        #expect(try await person.pull(cursor).items.isEmpty)
    }

    @Test func `the exceeded limit of a body or of the number of items is named in the result`() async throws {
        var limits = StoreLimits()
        limits.itemsPerAccount = 1
        let fixture = try await VaultFixture(limits: limits)
        let person = fixture.person()
        let large = person.create(String(repeating: "x", count: 65_536))
        let results = try await person.push(large, person.create("a"), person.create("b"))
        #expect(results.map(\.outcome) == [.rejected, .applied, .rejected])
        #expect(results.map(\.field) == ["bytesPerBody", nil, "itemsPerAccount"])
        #expect(results[0].reason == "limitReached")
    }

    @Test func `a cursor is checked before anything is applied, and acknowledged`() async throws {
        let fixture = try await VaultFixture()
        let person = fixture.person()
        let params = VaultPush.Params(ops: [person.create("a")], cursor: "AAAA")
        try await person.expectRefused(.resyncRequired, VaultPush.self, params)
        let cursor = try await person.pull().cursor
        #expect(try await person.call(VaultPush.self, .init(ops: params.ops, cursor: cursor)).head == 1)
        await fixture.vault.writeAcknowledgements()
        #expect(try await fixture.acknowledgement(of: person.device)?.seq == 0)
    }

    @Test func `one account sees nothing of another`() async throws {
        let fixture = try await VaultFixture()
        let (mine, theirs) = (fixture.person(), fixture.person())
        let op = mine.create("mine")
        try await mine.push(op)
        #expect(try await theirs.pull().items.isEmpty)
        var delete = PushOp(opId: fixture.id(), type: .delete, id: op.id, knownSeq: 0)
        delete.force = true
        #expect(try await theirs.push(delete)[0].outcome == .noop)
        #expect(try await mine.pull().items.count == 1)
    }
}
