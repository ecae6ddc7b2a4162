import Domain
import Primitives
import SQL
import Testing
import VaultStore

/// Operations after a restore of the database, on revs that the restored database does not contain.
@Suite struct HealingTests {
    @Test func `an edit on a rev that the restored database contains is applied`() async throws {
        let (fixture, parent, id) = try await restored()
        let jump = try await fixture.store.head(of: fixture.account, at: fixture.now).epoch.jump
        #expect(try await fixture.push(edit(id, on: 1, of: parent, "mine", fixture)) == .applied(rev: 2 + jump))
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

    @Test(arguments: [SecretOperation.update, .delete])
    func
        `an edit or a deletion made on a lost version is not replaced by a higher lost version that did not contain it`(
            type: SecretOperation
        ) async throws
    {
        let (fixture, parent, id) = try await restored()
        var change = edit(id, on: 40, of: parent, "edited on 40", fixture)
        change.bringsBack = false
        if type == .delete { (change.type, change.content) = (.delete, nil) }
        #expect(try await fixture.push(change).word == "applied")
        let later = try await fixture.push(edit(id, on: 41, of: parent, "later", fixture)).word
        #expect(later == (type == .delete ? "gone" : "conflict"))
        let secret = try await fixture.store.secret(id, of: fixture.account)
        #expect(secret?.text == (type == .delete ? nil : #"{"text":"edited on 40"}"#) && secret?.broughtBack == nil)
    }

    @Test func `a secret names the lost version that its last change brought back, until the next change`() async throws
    {
        let (fixture, parent, id) = try await restored()
        try await fixture.push(edit(id, on: 40, of: parent, "lost", fixture))
        var secret = try #require(try await fixture.store.secret(id, of: fixture.account))
        #expect(secret.broughtBack?.epoch == parent && secret.broughtBack?.rev == 40)
        try await fixture.push(fixture.op(.update, id, on: secret.rev, fixture.note("fresh")))
        secret = try #require(try await fixture.store.secret(id, of: fixture.account))
        #expect(secret.broughtBack == nil)
    }

    @Test
    func `what an edited secret includes adds no copy and replaces nothing, and a higher lost version is a conflict`()
        async throws
    {
        let (fixture, parent, id) = try await restored()
        try await fixture.push(edit(id, on: 40, of: parent, "lost", fixture))
        for text in ["edited", "edited again"] {
            let rev = try #require(try await fixture.store.secret(id, of: fixture.account)).rev
            try await fixture.push(fixture.op(.update, id, on: rev, fixture.note(text)))
        }
        for (rev, outcome) in [(39, "conflict"), (40, "conflict"), (41, "copied")] as [(Int64, String)] {
            var late = edit(id, on: rev, of: parent, "late \(rev)", fixture)
            (late.onConflict, late.copyID) = (.copy, fixture.id())
            #expect(try await fixture.push(late).word == outcome)
        }
        let secret = try #require(try await fixture.store.secret(id, of: fixture.account))
        #expect(secret.text == #"{"text":"edited again"}"# && secret.broughtBack == nil)
        #expect(secret.includes?.epoch == parent && secret.includes?.rev == 40)
    }

    @Test(arguments: [(39, "conflict"), (40, "applied"), (41, "applied")] as [(Int64, String)])
    func `a deletion or an edit of the very version that was brought back is applied, of an earlier one a conflict`(
        rev: Int64, outcome: String
    ) async throws {
        for type in [SecretOperation.update, .delete, .trash] {
            let (fixture, parent, id) = try await restored()
            try await fixture.push(edit(id, on: 40, of: parent, "lost", fixture))
            var change = edit(id, on: rev, of: parent, "changed", fixture)
            (change.type, change.bringsBack) = (type, false)
            if type != .update { change.content = nil }
            #expect(try await fixture.push(change).word == outcome)
            let secret = try #require(try await fixture.store.secret(id, of: fixture.account))
            // A move to the trash brings no content.
            #expect(secret.includes?.rev == (type == .trash ? 40 : max(rev, 40)))
            #expect((secret.broughtBack == nil) == (outcome == "applied"))
        }
    }

    @Test func `the end of the trash keeps what a secret includes`() async throws {
        let (fixture, parent, id) = try await restored()
        try await fixture.push(edit(id, on: 40, of: parent, "lost", fixture))
        let rev = try #require(try await fixture.store.secret(id, of: fixture.account)).rev
        try await fixture.push(fixture.op(.trash, id, on: rev))
        var secret = try #require(try await fixture.store.secret(id, of: fixture.account))
        #expect(secret.state == .trashed && secret.includes?.rev == 40)
        try await fixture.push(fixture.op(.delete, id, on: secret.rev))
        secret = try #require(try await fixture.store.secret(id, of: fixture.account))
        #expect(secret.state == .deleted && secret.includes?.rev == 40)
        #expect(try await fixture.push(edit(id, on: 40, of: parent, "lost", fixture)).word == "gone")
    }

    @Test func `a lost move to the trash includes no content, so a lower lost version is no part of it`() async throws {
        let (fixture, parent, id) = try await restored()
        var trash = edit(id, on: 41, of: parent, "", fixture)
        (trash.type, trash.content) = (.trash, nil)
        #expect(try await fixture.push(trash).word == "applied")
        var secret = try #require(try await fixture.store.secret(id, of: fixture.account))
        #expect(secret.broughtBack?.rev == 41 && secret.includes == nil)
        #expect(try await fixture.push(edit(id, on: 40, of: parent, "lower", fixture)).word == "gone")
        #expect(try await fixture.push(fixture.op(.restore, id, on: secret.rev)).word == "applied")
        var late = edit(id, on: 40, of: parent, "lower", fixture)
        (late.onConflict, late.copyID) = (.copy, fixture.id())
        #expect(try await fixture.push(late).word == "copied")
        secret = try #require(try await fixture.store.secret(id, of: fixture.account))
        #expect(secret.state == .live && secret.broughtBack == nil && secret.includes == nil)
    }

    @Test func `a restore on a lost tombstone is applied to a live secret, so the lost deletion is not made again`()
        async throws
    {
        let (fixture, parent, id) = try await restored()
        var restore = edit(id, on: 41, of: parent, "back", fixture)
        (restore.type, restore.bringsBack) = (.restore, false)
        #expect(try await fixture.push(restore).word == "applied")
        var delete = edit(id, on: 41, of: parent, "", fixture)
        (delete.type, delete.content) = (.delete, nil)
        #expect(try await fixture.push(delete).word == "conflict")
        #expect(try await fixture.store.secret(id, of: fixture.account)?.text == #"{"text":"back"}"#)
    }

    @Test func `a row of the previous version includes what it repeats`() async throws {
        let (fixture, parent, id) = try await restored()
        try await fixture.push(edit(id, on: 40, of: parent, "lost", fixture))
        try await fixture.tamper("UPDATE vault_item SET included_epoch = NULL, included_rev = NULL")
        let secret = try #require(try await fixture.store.secret(id, of: fixture.account))
        #expect(secret.includes?.rev == 40)
        try await fixture.push(fixture.op(.update, id, on: secret.rev, fixture.note("edited")))
        #expect(try await fixture.store.secret(id, of: fixture.account)?.includes?.rev == 40)
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

    @Test(arguments: [[(7, "older"), (8, "newer")], [(8, "newer"), (7, "older")]])
    func `of two devices that send lost versions the higher rev wins, whoever is first`(
        sent: [(rev: Int64, text: String)]
    ) async throws {
        let (fixture, parent, id) = try await restored()
        let absent: SecretID = fixture.id()
        for target in [id, absent] {
            for (rev, text) in sent {
                var op = edit(target, on: rev, of: parent, text, fixture)
                op.type = target == id ? .update : .create
                try await fixture.push(op)
            }
            #expect(try await fixture.store.secret(target, of: fixture.account)?.text == #"{"text":"newer"}"#)
        }
    }

    @Test(arguments: [[7, 8], [8, 7]], [true, false])
    func `of a lost delete and a lost version the higher rev wins, whoever is first`(
        revs: [Int64], isDeleteHigher: Bool
    ) async throws {
        let (fixture, parent, id) = try await restored()
        let absent: SecretID = fixture.id()
        for target in [id, absent] {
            for rev in revs {
                var op = edit(target, on: rev, of: parent, "kept", fixture)
                if (rev == 8) == isDeleteHigher { (op.type, op.content) = (.delete, nil) } else { op.type = .create }
                try await fixture.push(op)
            }
            let secret = try await fixture.store.secret(target, of: fixture.account)
            #expect(secret?.state == (isDeleteHigher ? .deleted : .live))
            #expect(secret?.text == (isDeleteHigher ? nil : #"{"text":"kept"}"#))
        }
    }

    @Test func `a delete at a higher lost rev replaces an older tombstone, so that a version between stays gone`()
        async throws
    {
        let (fixture, parent, id) = try await restored()
        for rev: Int64 in [5, 9] {
            var delete = edit(id, on: rev, of: parent, "", fixture)
            (delete.type, delete.content) = (.delete, nil)
            #expect(try await fixture.push(delete).word == "applied")
        }
        #expect(try await fixture.push(edit(id, on: 7, of: parent, "between", fixture)).word == "gone")
        #expect(try await fixture.push(edit(id, on: 10, of: parent, "later", fixture)).word == "applied")
        #expect(try await fixture.store.head(of: fixture.account, at: fixture.now).tombstones == 0)
    }

    @Test func `at an equal lost rev the same content is a noop and other content a conflict`() async throws {
        let (fixture, parent, id) = try await restored()
        #expect(try await fixture.push(edit(id, on: 7, of: parent, "one", fixture)).word == "applied")
        #expect(try await fixture.push(edit(id, on: 7, of: parent, "one", fixture)).word == "noop")
        #expect(try await fixture.push(edit(id, on: 7, of: parent, "two", fixture)).word == "conflict")
    }

    @Test func `a lost version with the content that the restored secret has still raises the rev to beat`()
        async throws
    {
        let (fixture, parent, id) = try await restored()
        #expect(try await fixture.push(edit(id, on: 9, of: parent, "first", fixture)).word == "applied")
        #expect(try await fixture.push(edit(id, on: 7, of: parent, "other", fixture)).word == "conflict")
    }

    @Test(arguments: [SecretState?.none, .live, .trashed, .deleted])
    func `a version of an unknown epoch counts as lost, unless the secret has changed since the shared history`(
        state: SecretState?
    ) async throws {
        let fixture = try await VaultStoreFixture()
        let (id, unknown): (SecretID, EpochID) = (fixture.id(), fixture.id())
        try await fixture.bring(id, to: state)
        let rev = try await fixture.store.head(of: fixture.account, at: fixture.now).seq
        try await fixture.beginGeneration()
        var op = edit(id, on: 9, of: unknown, "mine", fixture)
        for shared in [nil, 0, rev - 1] where state != nil {
            (op.opID, op.sharedSeq) = (fixture.id(), shared)
            #expect(try await fixture.push(op).word == (state == .live ? "conflict" : "gone"))
        }
        (op.opID, op.sharedSeq) = (fixture.id(), state == nil ? nil : rev)
        #expect(try await fixture.push(op).word == "applied")
        #expect(try await fixture.store.secret(id, of: fixture.account)?.text == #"{"text":"mine"}"#)
    }

    @Test func `what was changed in the epoch in force is no part of the history that a device states as shared`()
        async throws
    {
        let (fixture, _, _) = try await restored(), other: SecretID = fixture.id()
        let rev = try await fixture.create(other)
        var op = edit(other, on: rev + 99, of: fixture.id(), "mine", fixture)
        op.sharedSeq = .max
        #expect(try await fixture.push(op).word == "conflict")
    }

    @Test func `a version of an unknown epoch within the shared history is the version that the vault has`()
        async throws
    {
        let (fixture, _, id) = try await restored()
        var op = edit(id, on: 1, of: fixture.id(), "mine", fixture)
        op.sharedSeq = 1
        #expect(try await fixture.push(op).word == "applied")
        (op.opID, op.content) = (fixture.id(), fixture.note("again"))
        #expect(try await fixture.push(op).word == "conflict")
    }

    /// `floor` is the highest rev of the tombstones that the sweeper has erased.
    @Test(arguments: [
        (SecretOperation.update, Int64(1), "applied"), (.update, 2, "gone"), (.create, 2, "gone"), (.delete, 2, "noop"),
    ])
    func `a lost version of an absent secret comes back until a tombstone made after the restore is erased`(
        type: SecretOperation, floor: Int64, word: String
    ) async throws {
        let (fixture, parent, _) = try await restored()
        _ = try await fixture.database.write {
            try $0.run(Statement("UPDATE vault_head SET floor = $1", .integer(floor)))
        }
        let id: SecretID = fixture.id()
        var op = edit(id, on: 40, of: parent, "lost", fixture)
        op.type = type
        if type == .delete { op.content = nil }
        #expect(try await fixture.push(op).word == word)
        #expect(
            try await fixture.store.secret(id, of: fixture.account)?.text
                == (word == "applied" ? #"{"text":"lost"}"# : nil))
        (op.opID, op.onGone) = (fixture.id(), .restore)
        guard word == "gone" else { return }
        #expect(try await fixture.push(op).word == "applied")
    }

    @Test func `an update of a lost secret that is absent needs a kind`() async throws {
        let (fixture, parent, _) = try await restored()
        var op = edit(fixture.id(), on: 7, of: parent, "x", fixture)
        op.content = SecretOp.Content(body: fixture.note("x").body)
        #expect(try await fixture.push(op) == .rejected(.kindRequired))
        op.content = fixture.note("x")
        #expect(try await fixture.push(op).word == "applied")
    }

    @Test func `a version that is lost in the second of two restores is compared with the end of its own epoch`()
        async throws
    {
        let (fixture, parent, id) = try await restored()
        let rev = try await fixture.store.head(of: fixture.account, at: fixture.now).epoch.jump + 2
        #expect(try await fixture.push(edit(id, on: 1, of: parent, "second epoch", fixture)) == .applied(rev: rev))
        try await fixture.beginGeneration()
        #expect(try await fixture.push(edit(id, on: 50, of: parent, "first epoch", fixture)).word == "conflict")
    }
}
