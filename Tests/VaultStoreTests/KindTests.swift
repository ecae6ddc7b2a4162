import Domain
import Primitives
import Testing
import VaultStore

/// The kind and the schema of a secret.
@Suite struct KindTests {
    private let otp = SecretOp.Content(kind: "otp", schema: 3, body: Array("{}".utf8))

    @Test func `an update without a kind keeps the kind, and one with another schema replaces the schema`() async throws
    {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        try await fixture.create(id)
        let second = SecretOp.Content(schema: 2, body: fixture.note("second").body)
        #expect(try await fixture.push(fixture.op(.update, id, on: 1, second)) == .applied(rev: 2))
        let secret = try #require(try await fixture.store.secret(id, of: fixture.account))
        #expect(secret.kind == "note" && secret.schema == 2 && secret.text == #"{"text":"second"}"#)
    }

    @Test(
        arguments: [
            (.create, .live, "conflict"), (.create, .trashed, "gone"), (.create, .deleted, "gone"),
            (.update, .live, "kindDiffers"), (.update, .trashed, "kindDiffers"), (.update, .deleted, "gone"),
            (.restore, .trashed, "kindDiffers"), (.restore, .deleted, "applied"),
        ] as [(SecretOperation, SecretState, String)])
    func `only a deleted secret takes another kind, and a create is compared with the secret of the other kind`(
        type: SecretOperation, state: SecretState, outcome: String
    ) async throws {
        let fixture = try await VaultStoreFixture()
        let id: SecretID = fixture.id()
        let rev = try await fixture.bring(id, to: state)
        let made = try await fixture.push(fixture.op(type, id, on: rev, otp))
        #expect((made == .rejected(.kindDiffers) ? "kindDiffers" : made.word) == outcome)
        let secret = try #require(try await fixture.store.secret(id, of: fixture.account))
        let isApplied = outcome == "applied"
        #expect(secret.kind == (isApplied ? "otp" : "note") && secret.schema == (isApplied ? 3 : 1))
    }

    @Test func `a copy whose operation names neither kind nor schema has those of the secret`() async throws {
        let fixture = try await VaultStoreFixture()
        let (id, copyID): (SecretID, SecretID) = (fixture.id(), fixture.id())
        #expect(try await fixture.push(fixture.op(.create, id, otp)) == .applied(rev: 1))
        var op = fixture.op(.update, id, on: 9, SecretOp.Content(body: Array("{\"a\":1}".utf8)))
        (op.onConflict, op.copyID) = (.copy, copyID)
        #expect(try await fixture.push(op) == .copied(id: copyID, rev: 2))
        let copy = try #require(try await fixture.store.secret(copyID, of: fixture.account))
        #expect(copy.kind == "otp" && copy.schema == 3 && copy.text == "{\"a\":1}")
    }
}
