import Domain
import Primitives
import Testing
import VaultStore

/// The secret that a copy is stored as, and the versions of which no copy is needed.
@Suite struct CopyTests {
    @Test(
        arguments: [
            (.live, "ours", .copied), (.live, "else", .taken), (.trashed, "ours", .taken), (.deleted, "ours", .taken),
        ] as [(SecretState, String, Expected)])
    func `a live secret with the same content counts as the copy, any other has taken the id`(
        state: SecretState, text: String, expected: Expected
    ) async throws {
        let fixture = try await VaultStoreFixture()
        let (id, copyID): (SecretID, SecretID) = (fixture.id(), fixture.id())
        var rev = try await fixture.create(copyID, text)
        if state == .trashed { try await fixture.push(fixture.op(.trash, copyID, on: rev)) }
        if state == .deleted { try await fixture.push(fixture.op(.delete, copyID, on: rev)) }
        rev = try await fixture.store.head(of: fixture.account, at: fixture.now).seq
        try await fixture.create(id, "theirs")
        var op = fixture.op(.update, id, on: 99, fixture.note("ours"))
        (op.onConflict, op.copyID) = (.copy, copyID)
        #expect(
            try await fixture.push(op)
                == (expected == .copied ? .copied(id: copyID, rev: rev) : .rejected(.copyIdTaken)))
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).seq == rev + 1)
    }

    enum Expected { case copied, taken }

    @Test func `an edit of a version that the secret includes is copied, because it adds something`() async throws {
        let (fixture, parent, id) = try await restored()
        try await fixture.push(edit(id, on: 40, of: parent, "lost", fixture))
        let rev = try #require(try await fixture.store.secret(id, of: fixture.account)).rev
        try await fixture.push(fixture.op(.update, id, on: rev, fixture.note("edited")))
        for (bringsBack, outcome) in [(true, "conflict"), (false, "copied")] {
            var late = edit(id, on: 40, of: parent, "late", fixture)
            (late.bringsBack, late.onConflict, late.copyID) = (bringsBack, .copy, fixture.id())
            #expect(try await fixture.push(late).word == outcome)
        }
    }

    @Test(arguments: [39, 40, 41] as [Int64])
    func `a lost version of another epoch neither replaces a version that was brought back nor is a part of it`(
        rev: Int64
    ) async throws {
        let (fixture, parent, id) = try await restored()
        try await fixture.push(edit(id, on: 40, of: parent, "lost", fixture))
        var other = edit(id, on: rev, of: fixture.id(), "of another epoch", fixture)
        #expect(try await fixture.push(other).word == "conflict")
        (other.opID, other.onConflict, other.copyID) = (fixture.id(), .copy, fixture.id())
        #expect(try await fixture.push(other).word == "copied")
        #expect(try await fixture.store.secret(id, of: fixture.account)?.text == #"{"text":"lost"}"#)
    }

    @Test func `the end of the trash that a lost move began brings back nothing`() async throws {
        let (fixture, parent, id) = try await restored()
        var trash = edit(id, on: 41, of: parent, "", fixture)
        (trash.type, trash.content) = (.trash, nil)
        #expect(try await fixture.push(trash).word == "applied")
        try await fixture.sweepTwice(at: fixture.now + .days(30))
        let secret = try #require(try await fixture.store.secret(id, of: fixture.account))
        #expect(secret.state == .deleted && secret.broughtBack == nil && secret.includes == nil)
    }
}
