import Domain
import Primitives
import Support
import Testing
import VaultStore

/// The versions that an operation may name as its base.
@Suite struct BaseTests {
    @Test(arguments: [true, false])
    func `an earlier operation is no base once its result was replaced`(isOnePush: Bool) async throws {
        let fixture = try await VaultStoreFixture()
        let create = fixture.op(.create, fixture.id(), fixture.note("one"))
        let edit = fixture.op(.update, create.id, on: 1, fixture.note("two"))
        var late = fixture.op(.update, create.id, fixture.note("three"))
        late.base = .operation(create.opID)
        let pushes = isOnePush ? [[create, edit, late]] : [[create], [edit], [late]]
        var words: [String] = []
        for ops in pushes {
            words += try await fixture.store.push(ops, to: fixture.account, by: fixture.device, at: fixture.now)
                .outcomes.map(\.word)
        }
        #expect(words == ["applied", "applied", "conflict"])
    }

    @Test(
        arguments: [
            (.update, nil, "gone"), (.update, .live, "applied"), (.update, .trashed, "gone"), (.trash, nil, "noop"),
            (.trash, .live, "applied"), (.delete, nil, "noop"), (.delete, .live, "applied"),
            (.delete, .trashed, "applied"), (.restore, nil, "rejected"), (.restore, .trashed, "applied"),
            (.restore, .deleted, "applied"),
        ] as [(SecretOperation, SecretState?, String)])
    func `an operation on whichever version there is applies to the present one`(
        type: SecretOperation, state: SecretState?, outcome: String
    ) async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        let rev = try await fixture.bring(id, to: state)
        var op = fixture.op(type, id, type == .update || type == .restore ? fixture.note("new") : nil)
        op.base = .anything
        let made = try await fixture.push(op)
        #expect(made.word == outcome)
        if outcome == "applied" { #expect(made == .applied(rev: rev + 1)) }
    }

    @Test func `a version that is brought back on an ordinary base in conflict is copied`() async throws {
        let fixture = try await VaultStoreFixture()
        let (id, copyID): (SecretID, SecretID) = (fixture.id(), fixture.id())
        try await fixture.create(id, "theirs")
        var op = fixture.op(.update, id, on: 9, fixture.note("ours"))
        (op.bringsBack, op.onConflict, op.copyID) = (true, .copy, copyID)
        #expect(try await fixture.push(op) == .copied(id: copyID, rev: 2))
    }

    @Test func `an edit has its own time and device, and keeps the time of the creation`() async throws {
        let fixture = try await VaultStoreFixture()
        let (id, other): (SecretID, DeviceID) = (fixture.id(), fixture.id())
        let created = fixture.now
        try await fixture.create(id)
        fixture.clock.advance(by: .hours(1))
        let edit = fixture.op(.update, id, on: 1, fixture.note("second"))
        _ = try await fixture.store.push([edit], to: fixture.account, by: other, at: fixture.now)
        let secret = try #require(try await fixture.store.secret(id, of: fixture.account))
        #expect(secret.createdAt == created && secret.updatedAt == created + .hours(1))
        #expect(secret.updatedBy == other && secret.deletedAt == nil)
    }
}
