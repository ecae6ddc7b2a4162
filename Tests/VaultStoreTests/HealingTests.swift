import Domain
import Primitives
import Testing
import VaultStore

/// Operations after a restore of the database, on revs that the restored database does not contain.
@Suite struct HealingTests {
    @Test func `an edit on a rev that the restored database contains is applied`() async throws {
        let (fixture, parent, id) = try await restored()
        #expect(try await fixture.push(edit(id, on: 1, of: parent, "mine", fixture)) == .applied(rev: 2 + 1 << 32))
    }

    @Test func `an edit on a rev that was lost is applied`() async throws {
        let (fixture, parent, id) = try await restored()
        #expect(try await fixture.push(edit(id, on: 40, of: parent, "lost edit", fixture)).word == "applied")
        #expect(try await fixture.store.secret(id, of: fixture.account)?.text == #"{"text":"lost edit"}"#)
    }

    @Test func `of two devices that heal one secret the higher lost rev wins`() async throws {
        let (fixture, parent, id) = try await restored()
        #expect(try await fixture.push(edit(id, on: 40, of: parent, "older", fixture)).word == "applied")
        #expect(try await fixture.push(edit(id, on: 41, of: parent, "newer", fixture)).word == "applied")
        #expect(try await fixture.push(edit(id, on: 39, of: parent, "oldest", fixture)).word == "conflict")
        #expect(try await fixture.store.secret(id, of: fixture.account)?.text == #"{"text":"newer"}"#)
    }

    @Test func `an edit made after the restore is not overwritten by a lost one`() async throws {
        let (fixture, parent, id) = try await restored()
        try await fixture.push(fixture.op(.update, id, on: 1, fixture.note("fresh")))
        #expect(try await fixture.push(edit(id, on: 40, of: parent, "lost", fixture)).word == "conflict")
    }

    @Test func `a lost secret is created again, and a create on a higher lost rev replaces it`() async throws {
        let (fixture, parent, _) = try await restored()
        let id: SecretID = fixture.id()
        var op = edit(id, on: 50, of: parent, "one", fixture)
        op.type = .create
        #expect(try await fixture.push(op).word == "applied")
        op = edit(id, on: 51, of: parent, "two", fixture)
        op.type = .create
        #expect(try await fixture.push(op).word == "applied")
        #expect(try await fixture.store.secret(id, of: fixture.account)?.text == #"{"text":"two"}"#)
    }

    @Test func `every account gets a new epoch, purged ones stay purged`() async throws {
        let (fixture, _, _) = try await restored()
        let other: AccountID = fixture.id()
        try await fixture.store.purge(other, at: fixture.now)
        let before = try await fixture.store.head(of: fixture.account, at: fixture.now)
        try await fixture.store.beginEpochs(at: fixture.now)
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).epoch != before.epoch)
        await #expect(throws: VaultStoreFault.purged) { try await fixture.store.head(of: other, at: fixture.now) }
    }

    /// A store with one secret of rev 1 that began a new epoch, as after a restore; `parent` is the ended epoch.
    private func restored() async throws -> (VaultStoreFixture, parent: EpochID, id: SecretID) {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.create(id)
        let parent = try await fixture.store.head(of: fixture.account, at: fixture.now).epoch
        try await fixture.store.beginEpoch(of: fixture.account, at: fixture.now)
        return (fixture, parent, id)
    }

    private func edit(_ id: SecretID, on rev: Int64, of epoch: EpochID, _ text: String, _ fixture: VaultStoreFixture)
        -> SecretOp
    {
        SecretOp(.update, id, opID: fixture.id(), base: .rev(epoch: epoch, rev: rev), content: fixture.note(text))
    }
}
