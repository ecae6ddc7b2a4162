import Domain
import Primitives
import Testing
import VaultStore

/// What `onConflict` and `onGone` make of a refusal: seed 001, "updating an already deleted secret record".
@Suite struct ChoiceTests {
    @Test func `a conflict shows what is there`() async throws {
        let room = try await Room()
        let id: SecretID = room.id()
        try await room.create(id, "theirs")
        guard case .conflict(let current) = try await room.push(room.op(.update, id, on: 9, room.note("ours"))) else {
            return #expect(Bool(false))
        }
        #expect(current.text == #"{"text":"theirs"}"#)
        #expect(current.rev == 1)
    }

    @Test func `a conflict can keep both`() async throws {
        let room = try await Room()
        let (id, copyID): (SecretID, SecretID) = (room.id(), room.id())
        try await room.create(id, "theirs")
        var op = room.op(.update, id, on: 9, room.note("ours"))
        op.onConflict = .copy
        #expect(try await room.push(op) == .rejected(.copyIdRequired))
        op.copyID = id
        #expect(try await room.push(op) == .rejected(.copyIdTaken))
        op.copyID = copyID
        #expect(try await room.push(op) == .copied(id: copyID, rev: 2))
        #expect(try await room.push(op) == .replayed(.copied(id: copyID, rev: 2)))
        let texts = try await room.everything().map(\.text)
        #expect(texts == [#"{"text":"theirs"}"#, #"{"text":"ours"}"#])
    }

    @Test(arguments: [SecretState.trashed, .deleted])
    func `updating what is gone can bring it back`(state: SecretState) async throws {
        let room = try await Room()
        let id: SecretID = room.id()
        let rev = try await room.bring(id, to: state)
        var op = room.op(.update, id, on: 1, room.note("ours"))
        guard case .gone(let tombstone) = try await room.push(op) else { return #expect(Bool(false)) }
        #expect(tombstone?.state == state && tombstone?.rev == rev)
        op.opID = room.id()
        op.onGone = .restore
        #expect(try await room.push(op) == .applied(rev: rev + 1))
        let back = try await room.store.secret(id, of: room.account)
        #expect(back?.state == .live && back?.deletedAt == nil && back?.text == #"{"text":"ours"}"#)
    }

    @Test(arguments: [SecretState?.none, .trashed, .deleted])
    func `updating what is gone can keep it as new`(state: SecretState?) async throws {
        let room = try await Room()
        let (id, copyID): (SecretID, SecretID) = (room.id(), room.id())
        let rev = try await room.bring(id, to: state)
        var op = room.op(.update, id, on: 1, room.note("ours"))
        op.onGone = .copy
        op.copyID = copyID
        #expect(try await room.push(op) == .copied(id: copyID, rev: rev + 1))
        #expect(try await room.store.secret(copyID, of: room.account)?.text == #"{"text":"ours"}"#)
    }

    @Test func `a deleted secret keeps its id and rev and nothing else`() async throws {
        let room = try await Room()
        let id: SecretID = room.id()
        let rev = try await room.bring(id, to: .deleted)
        let tombstone = try await room.store.secret(id, of: room.account)
        #expect(tombstone?.rev == rev)
        #expect(tombstone?.body == .erased)
        #expect(tombstone?.deletedAt == tombstone?.updatedAt)
        let head = try await room.store.head(of: room.account)
        #expect(head.items == 0 && head.bytes == 0)
    }

    @Test func `a trashed secret keeps its body and comes back with it`() async throws {
        let room = try await Room()
        let id: SecretID = room.id()
        let rev = try await room.bring(id, to: .trashed)
        #expect(try await room.store.secret(id, of: room.account)?.text == #"{"text":"first"}"#)
        #expect(try await room.push(room.op(.restore, id, on: rev)) == .applied(rev: rev + 1))
        #expect(try await room.store.secret(id, of: room.account)?.text == #"{"text":"first"}"#)
    }

    @Test func `a secret does not change its kind`() async throws {
        let room = try await Room()
        let id: SecretID = room.id()
        let rev = try await room.create(id)
        let other = SecretOp.Content(kind: "otp", schema: 1, body: Array("{}".utf8))
        #expect(try await room.push(room.op(.update, id, on: rev, other)) == .rejected(.kindDiffers))
    }

    @Test func `a create and an update need a body`() async throws {
        let room = try await Room()
        #expect(try await room.push(room.op(.create, room.id())) == .rejected(.bodyRequired))
        #expect(try await room.push(room.op(.update, room.id())) == .rejected(.bodyRequired))
    }
}
