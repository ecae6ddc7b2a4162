import Domain
import Primitives
import Testing
import VaultStore

/// The fallbacks `onConflict` and `onGone` of an operation whose secret was changed or is gone.
@Suite struct ChoiceTests {
    @Test func `a conflict is answered with the current secret`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.create(id, "theirs")
        guard case .conflict(let current) = try await fixture.push(fixture.op(.update, id, on: 9, fixture.note("ours")))
        else {
            return #expect(Bool(false))
        }
        #expect(current.text == #"{"text":"theirs"}"#)
        #expect(current.rev == 1)
    }

    @Test func `an update in conflict can be stored as a copy`() async throws {
        let fixture = try await VaultStoreFixture()
        let (id, copyID): (SecretID, SecretID) = (fixture.id(), fixture.id())
        try await fixture.create(id, "theirs")
        var op = fixture.op(.update, id, on: 9, fixture.note("ours"))
        op.onConflict = .copy
        #expect(try await fixture.push(op) == .rejected(.copyIdRequired))
        op.copyID = id
        #expect(try await fixture.push(op) == .rejected(.copyIdTaken))
        op.copyID = copyID
        #expect(try await fixture.push(op) == .copied(id: copyID, rev: 2))
        #expect(try await fixture.push(op) == .replayed(.copied(id: copyID, rev: 2)))
        let texts = try await fixture.everything().map(\.text)
        #expect(texts == [#"{"text":"theirs"}"#, #"{"text":"ours"}"#])
    }

    @Test(arguments: [SecretState.trashed, .deleted])
    func `an update of a secret that is gone can restore it`(state: SecretState) async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        let rev = try await fixture.bring(id, to: state)
        var op = fixture.op(.update, id, on: 1, fixture.note("ours"))
        guard case .gone(let current) = try await fixture.push(op) else { return #expect(Bool(false)) }
        #expect(current?.state == state && current?.rev == rev)
        op.opID = fixture.id()
        op.onGone = .restore
        #expect(try await fixture.push(op) == .applied(rev: rev + 1))
        let back = try await fixture.store.secret(id, of: fixture.account)
        #expect(back?.state == .live && back?.deletedAt == nil && back?.text == #"{"text":"ours"}"#)
    }

    @Test(arguments: [SecretState?.none, .trashed, .deleted])
    func `an update of a secret that is gone can be stored as a copy`(state: SecretState?) async throws {
        let fixture = try await VaultStoreFixture()
        let (id, copyID): (SecretID, SecretID) = (fixture.id(), fixture.id())
        let rev = try await fixture.bring(id, to: state)
        var op = fixture.op(.update, id, on: 1, fixture.note("ours"))
        op.onGone = .copy
        op.copyID = copyID
        #expect(try await fixture.push(op) == .copied(id: copyID, rev: rev + 1))
        #expect(try await fixture.store.secret(copyID, of: fixture.account)?.text == #"{"text":"ours"}"#)
    }

    @Test func `a deleted secret keeps its id and rev and nothing else`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        let rev = try await fixture.bring(id, to: .deleted)
        let tombstone = try await fixture.store.secret(id, of: fixture.account)
        #expect(tombstone?.rev == rev)
        #expect(tombstone?.body == .erased)
        #expect(tombstone?.deletedAt == tombstone?.updatedAt)
        let head = try await fixture.store.head(of: fixture.account, at: fixture.now)
        #expect(head.items == 0 && head.bytes == 0)
    }

    @Test func `a trashed secret keeps its body and comes back with it`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        let rev = try await fixture.bring(id, to: .trashed)
        #expect(try await fixture.store.secret(id, of: fixture.account)?.text == #"{"text":"first"}"#)
        #expect(try await fixture.push(fixture.op(.restore, id, on: rev)) == .applied(rev: rev + 1))
        #expect(try await fixture.store.secret(id, of: fixture.account)?.text == #"{"text":"first"}"#)
    }

    @Test func `a secret does not change its kind`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        let rev = try await fixture.create(id)
        let other = SecretOp.Content(kind: "otp", schema: 1, body: Array("{}".utf8))
        #expect(try await fixture.push(fixture.op(.update, id, on: rev, other)) == .rejected(.kindDiffers))
    }

    @Test func `a create and an update need a body`() async throws {
        let fixture = try await VaultStoreFixture()
        #expect(try await fixture.push(fixture.op(.create, fixture.id())) == .rejected(.bodyRequired))
        #expect(try await fixture.push(fixture.op(.update, fixture.id())) == .rejected(.bodyRequired))
    }

    @Test func `the restore of a deleted secret needs a body`() async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        let rev = try await fixture.bring(id, to: .deleted)
        #expect(try await fixture.push(fixture.op(.restore, id, on: rev)) == .rejected(.bodyRequired))
    }
}
