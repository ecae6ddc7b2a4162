import AuthStore
import Contracts
import Domain
import Glibc
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService

/// Deletions that a restore of the database has undone. The tests undo them by putting the account's rows back.
@Suite struct `Applying deletions again` {
    /// Copies the rows of all tables, so that a later state can be put back to them.
    private func rows(_ fixture: AuthServiceFixture) async throws -> [String: [[SQLValue]]] {
        try await fixture.database.read { transaction in
            let tables = ["account", "device", "session", "deletion", "outbox", "revocation_event", "row_key"]
            return try tables.reduce(into: [:]) { all, table in
                all[table] = try transaction.run(Statement("SELECT * FROM \(table)")).map(\.values)
            }
        }
    }

    private func putBack(_ rows: [String: [[SQLValue]]], in fixture: AuthServiceFixture) async throws {
        _ = try await fixture.database.write { transaction in
            for (table, rows) in rows {
                try transaction.run(Statement("DELETE FROM \(table)"))
                for row in rows {
                    try transaction.run(
                        Statement(
                            "INSERT INTO \(table) VALUES \(Statement.parameters(from: 1, count: row.count))",
                            values: row))
                }
            }
        }
    }

    private func expectDeleted(_ phone: AuthTestClient, _ fixture: AuthServiceFixture) async throws {
        try await phone.expectRefused(.accountDeleted, SessionStatus.self, Nothing())
        #expect(try await fixture.count("account") == 0)
        #expect(try await fixture.count("deletion", where: "sealed IS NOT NULL") == 1)
        #expect(try await fixture.count("outbox", where: "kind = 'purge' AND state = 'ready'") == 1)
        #expect(try await fixture.count("revocation_event", where: "ended = 'accountDeleted'") > 0)
    }

    @Test(.requirement("D4")) func `an account whose vault was purged is deleted again, and its number is free`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        let since = fixture.clock.now
        var asked: [PurgeList.Params] = []
        let count = try await fixture.auth.replayDeletions(since: since) { params in
            asked.append(params)
            return params.after == nil
                ? .init(accounts: [AccountID(bits: 9)], next: AccountID(bits: 9)) : .init(accounts: [grant.account])
        }
        #expect(count == 1)
        #expect(asked.map(\.sinceMs) == [since, since] && asked.map(\.after) == [nil, AccountID(bits: 9)])
        // The account that this database never knew is recorded as well.
        #expect(try await fixture.count("deletion") == 2)
        try await phone.expectRefused(.accountDeleted, SessionStatus.self, Nothing())
        fixture.clock.advance(by: .seconds(61))
        let again = try await fixture.client().register(fixture)
        #expect(again.account != grant.account)
        #expect(try await fixture.auth.replayDeletions(since: since) { _ in .init(accounts: [grant.account]) } == 0)
    }

    @Test(.requirement("D4")) func `a deletion that only the file knows is applied again`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.register(fixture)
        let before = try await rows(fixture)
        try await phone.deleteAccount(fixture)
        try await putBack(before, in: fixture)
        #expect(try await fixture.auth.replayDeletions(since: Instant(ms: 0)) { _ in .init(accounts: []) } == 1)
        try await expectDeleted(phone, fixture)
        #expect(try await fixture.auth.replayDeletions(since: Instant(ms: 0)) { _ in .init(accounts: []) } == 0)
    }

    @Test
    func `a deletion that was recorded with an index key which the restored database does not know is applied again`()
        async throws
    {
        let fixture = try await AuthServiceFixture(rotatesKeys: true), phone = fixture.client()
        _ = try await phone.register(fixture)
        let before = try await rows(fixture)
        let two = ChosenKey(key: try #require(KeyID(.index, 2)))
        let administration = InProcessConnection(to: fixture.router, at: .administration, from: "")
        _ = try await administration.call(KeyPublish.self, two)
        _ = try await administration.call(KeyActivate.self, two)
        try await phone.deleteAccount(fixture)
        #expect(try await fixture.deletionFile.read().done.map(\.key) == [2])

        try await putBack(before, in: fixture)
        try await fixture.auth.keyRotation?.refresh(at: fixture.clock.now)
        #expect(fixture.auth.keys.index.active == 1)
        #expect(try await fixture.auth.replayDeletions(since: Instant(ms: 0)) { _ in .init(accounts: []) } == 1)
        try await expectDeleted(phone, fixture)
        #expect(try await fixture.auth.replayDeletions(since: Instant(ms: 0)) { _ in .init(accounts: []) } == 0)
    }

    @Test func `without the file of its index key a deletion is not taken for one of an unknown account`() async throws
    {
        let fixture = try await AuthServiceFixture(rotatesKeys: true), tag = DeletionTag(Array(1...32), key: 9)
        _ = try await fixture.client().register(fixture)
        let intent = try await fixture.deletionFile.begin(tag)
        try await fixture.deletionFile.record(.done, of: intent)
        for _ in 0..<2 {
            let problem = await #expect(throws: KeyProblem.self) {
                try await fixture.auth.reconcileDeletionFile(mayMissCommits: true)
            }
            #expect(problem?.description.contains("the file of the key index-9 is missing") == true)
        }
        #expect(try await fixture.count("deletion") == 0)
        #expect(try await fixture.deletionFile.read().done.map(\.key) == [9])
    }

    /// Puts the file back to the moment before the outcome was recorded, by a process that has ended or still runs.
    private func forgetOutcome(_ fixture: AuthServiceFixture) async throws -> (DeletionIntent, writer: DeletionFile) {
        let tag = try #require(try await fixture.deletionFile.read().done.first)
        unlink(fixture.deletionFile.path)
        let writer = DeletionFile(path: fixture.deletionFile.path)
        return (try await writer.begin(tag), writer)
    }

    @Test func `an intent alone deletes nothing, and stays in the file if commits may be missing`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.register(fixture)
        let before = try await rows(fixture)
        try await phone.deleteAccount(fixture)
        try await putBack(before, in: fixture)
        let (auth, file) = (fixture.auth, fixture.deletionFile), intent = try await forgetOutcome(fixture).0
        #expect(try await auth.reconcileDeletionFile(mayMissCommits: true) == 0)
        #expect(try await file.read().orphaned == [intent])
        try await phone.expectSuccess(AccountMe.self, Nothing())
        // In a database that misses nothing the account shows that the deletion was not committed.
        #expect(try await auth.reconcileDeletionFile(mayMissCommits: false) == 0)
        #expect(try await file.read() == .init(done: [], pending: [], orphaned: []))
    }

    @Test func `an intent of another instance stays while that instance runs`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.register(fixture)
        let before = try await rows(fixture)
        try await phone.deleteAccount(fixture)
        try await putBack(before, in: fixture)
        var left: (intent: DeletionIntent, writer: DeletionFile)? = try await forgetOutcome(fixture)
        let intent = try #require(left?.intent)
        for mayMissCommits in [false, true] {
            try await fixture.auth.reconcileDeletionFile(mayMissCommits: mayMissCommits)
            #expect(try await fixture.deletionFile.read().pending == [intent])
        }
        try await left?.writer.record(.done, of: intent)
        #expect(try await fixture.deletionFile.read().done == [intent.tag])
        left = nil
    }

    @Test func `an intent of a committed deletion becomes done, also while its process runs`() async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await fixture.deleteOne()
        let (intent, writer) = try await forgetOutcome(fixture)
        try await fixture.auth.reconcileDeletionFile(mayMissCommits: false)
        #expect(try await fixture.deletionFile.read().done == [intent.tag])
        #expect(writer.path == fixture.deletionFile.path)
    }

    @Test func `a deletion of an account that the database does not know is recorded once`() async throws {
        let fixture = try await AuthServiceFixture()
        let account = try await fixture.deleteOne()
        let known = try await fixture.client().register(fixture, "+33612345678")
        _ = try await fixture.database.write { try $0.run(Statement("DELETE FROM deletion")) }
        #expect(try await fixture.auth.reconcileDeletionFile(mayMissCommits: true) == 0)
        #expect(try await fixture.count("deletion") == 1)
        let tags = Array(try await fixture.deletionFile.read().done)
        #expect(try await fixture.store.unrecorded(tags) == [])
        #expect(try await fixture.count("account") == 1 && known.account != account)
        // The vault names the account later, and from then on it is in the list.
        #expect(try await fixture.auth.replayDeletions(since: Instant(ms: 0)) { _ in .init(accounts: [account]) } == 0)
        #expect(try await fixture.asVault(DeletionList.self, .init(sinceMs: Instant(ms: 0))).accounts == [account])
    }

    @Test(.requirement("D4")) func `more deletions and accounts than a page holds are all applied again`() async throws
    {
        let fixture = try await AuthServiceFixture()
        let last = try await fixture.client().register(fixture).account, page = 500
        // The identifiers of the other accounts are lower, so that the deleted one is alone on the second page.
        let copying = """
            INSERT INTO account (id, kind, state, facility_group, approval, approval_version, approval_since, tsv, ordinal,
                created)
            SELECT $1, kind, state, facility_group, approval, approval_version, approval_since, tsv, ordinal, created
            FROM account WHERE id = $2
            """
        let others = (0..<page).map { Statement(copying, .identifier(AccountID(bits: UInt128($0))), .identifier(last)) }
        _ = try await fixture.database.write { try $0.batch(others) }
        let unknown = (0...page).map {
            DeletionTag([UInt8($0 >> 8), UInt8($0 & 0xff)] + Array(repeating: 0, count: 30))
        }
        let tags = unknown + [fixture.auth.tag(of: last)]
        let file = try #require(fopen(fixture.deletionFile.path, "w"))
        for tag in tags { fputs(DeletionLines.lines(done: tag), file) }
        fclose(file)
        #expect(try await fixture.auth.reconcileDeletionFile(mayMissCommits: true) == 1)
        #expect(try await fixture.count("deletion") == tags.count)
        #expect(try await fixture.store.unrecorded(tags) == [])
        #expect(try await fixture.count("account") == page)
    }

    @Test func `a deletion is recorded in the file, a refused one is not, and none happens without the file`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture, .deleteAccount)
        let params = AccountDelete.Params(challengeId: challenge, code: code)
        mkdir(fixture.deletionFile.path, 0o700)
        let fault = try #require(try await phone.refusal(AccountDelete.self, params))
        #expect((fault.name, fault.retryAfterMs) == (FaultKind.storageFull.name, 10_000))
        #expect(try await fixture.count("account") == 1)
        rmdir(fixture.deletionFile.path)
        #expect(try await fixture.deletionFile.read().done.isEmpty)
        _ = try await phone.call(AccountDelete.self, params)
        #expect(try await fixture.deletionFile.read().done.count == 1)
    }

    /// Of several calls at once all but one find no account, or a used code. The file keeps the deletion.
    @Test(arguments: 1...4)
    func `calls at once delete the account once, and the file says so`(round: Int) async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture, .deleteAccount)
        let params = AccountDelete.Params(challengeId: challenge, code: code)
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { _ = try? await phone.call(AccountDelete.self, params) } }
        }
        #expect(try await fixture.count("account") == 0)
        try await fixture.auth.reconcileDeletionFile(mayMissCommits: false)
        let contents = try await fixture.deletionFile.read()
        #expect(contents.done.count == 1 && contents.pending.isEmpty && contents.orphaned.isEmpty)
    }
}
