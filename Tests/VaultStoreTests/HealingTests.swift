import Domain
import Primitives
import Testing
import VaultStore

/// After a restore: rows a device still has, with revs the restored database never gave.
@Suite struct HealingTests {
    @Test func `a rev from before the restore still means the same`() async throws {
        let (room, parent, id) = try await restored()
        #expect(try await room.push(edit(id, on: 1, of: parent, "mine", room)) == .applied(rev: 2 + 1 << 32))
    }

    @Test func `a lost rev brings back what was lost`() async throws {
        let (room, parent, id) = try await restored()
        #expect(try await room.push(edit(id, on: 40, of: parent, "lost edit", room)).word == "applied")
        #expect(try await room.store.secret(id, of: room.account)?.text == #"{"text":"lost edit"}"#)
    }

    @Test func `of two devices that heal one secret the higher lost rev wins`() async throws {
        let (room, parent, id) = try await restored()
        #expect(try await room.push(edit(id, on: 40, of: parent, "older", room)).word == "applied")
        #expect(try await room.push(edit(id, on: 41, of: parent, "newer", room)).word == "applied")
        #expect(try await room.push(edit(id, on: 39, of: parent, "oldest", room)).word == "conflict")
        #expect(try await room.store.secret(id, of: room.account)?.text == #"{"text":"newer"}"#)
    }

    @Test func `an edit made after the restore is not overwritten by a lost one`() async throws {
        let (room, parent, id) = try await restored()
        try await room.push(room.op(.update, id, on: 1, room.note("fresh")))
        #expect(try await room.push(edit(id, on: 40, of: parent, "lost", room)).word == "conflict")
    }

    @Test func `a lost secret is created again, and a second device's create heals it further`() async throws {
        let (room, parent, _) = try await restored()
        let id: SecretID = room.id()
        var op = edit(id, on: 50, of: parent, "one", room)
        op.type = .create
        #expect(try await room.push(op).word == "applied")
        op = edit(id, on: 51, of: parent, "two", room)
        op.type = .create
        #expect(try await room.push(op).word == "applied")
        #expect(try await room.store.secret(id, of: room.account)?.text == #"{"text":"two"}"#)
    }

    @Test func `every account gets a new epoch, purged ones stay purged`() async throws {
        let (room, _, _) = try await restored()
        let other: AccountID = room.id()
        try await room.store.purge(other)
        let before = try await room.store.head(of: room.account)
        try await room.store.beginEpochs()
        #expect(try await room.store.head(of: room.account).epoch != before.epoch)
        await #expect(throws: VaultStoreFault.purged) { try await room.store.head(of: other) }
    }

    private func restored() async throws -> (Room, parent: EpochID, id: SecretID) {
        let room = try await Room()
        let id: SecretID = room.id()
        try await room.create(id)
        let parent = try await room.store.head(of: room.account).epoch
        try await room.store.beginEpoch(of: room.account)
        return (room, parent, id)
    }

    private func edit(_ id: SecretID, on rev: Int64, of epoch: EpochID, _ text: String, _ room: Room) -> SecretOp {
        SecretOp(.update, id, opID: room.id(), base: .rev(epoch: epoch, rev: rev), content: room.note(text))
    }
}
