import AuthService
import Contracts
import Domain
import Glibc
import JSONRPC
import Primitives
import SQL
import Support
import Testing

/// Deletions that a restore of the database has undone. The tests undo them by putting the account's rows back.
@Suite struct `Applying deletions again` {
    /// Copies the rows of all tables, so that a later state can be put back to them.
    private func rows(_ fixture: AuthServiceFixture) async throws -> [String: [[SQLValue]]] {
        try await fixture.database.read { transaction in
            try ["account", "device", "session", "deletion", "outbox", "revocation_event"].reduce(into: [:]) {
                all, table in
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

    @Test func `an account whose vault was purged is deleted again, and its number is free`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        let grant = try await phone.register(fixture)
        let since = fixture.clock.now
        var asked: [PurgeList.Params] = []
        let count = try await fixture.auth.replayDeletions(since: since) { params in
            asked.append(params)
            return params.after == nil
                ? .init(accounts: [AccountID(bits: 9)], next: AccountID(bits: 9)) : .init(accounts: [grant.accountId])
        }
        #expect(count == 1)
        #expect(asked.map(\.sinceMs) == [since, since] && asked.map(\.after) == [nil, AccountID(bits: 9)])
        // The account that this database never knew is recorded as well.
        #expect(try await fixture.count("deletion") == 2)
        try await phone.expectRefused(.accountDeleted, SessionStatus.self, Nothing())
        fixture.clock.advance(by: .seconds(61))
        let again = try await fixture.client().register(fixture)
        #expect(again.accountId != grant.accountId)
        #expect(try await fixture.auth.replayDeletions(since: since) { _ in .init(accounts: [grant.accountId]) } == 0)
    }

    @Test func `a deletion that only the file knows is applied again`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.register(fixture)
        let before = try await rows(fixture)
        try await phone.deleteAccount(fixture)
        try await putBack(before, in: fixture)
        #expect(try await fixture.auth.replayDeletions(since: Instant(ms: 0)) { _ in .init(accounts: []) } == 1)
        try await expectDeleted(phone, fixture)
        #expect(try await fixture.auth.replayDeletions(since: Instant(ms: 0)) { _ in .init(accounts: []) } == 0)
    }

    @Test func `an intent alone deletes nothing, and stays in the file if commits may be missing`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.register(fixture)
        let before = try await rows(fixture)
        try await phone.deleteAccount(fixture)
        let tag = try #require(try fixture.deletionFile.read().keys.first)
        try await putBack(before, in: fixture)
        let (auth, file) = (fixture.auth, fixture.deletionFile)
        unlink(file.path)
        try file.append(.intent, tag)
        #expect(try await auth.reconcileDeletionFile(mayMissCommits: true) == 0)
        #expect(try file.read() == [tag: .intent])
        try await phone.expectSuccess(AccountMe.self, Nothing())
        // In a database that misses nothing the account shows that the deletion was not committed.
        #expect(try await auth.reconcileDeletionFile(mayMissCommits: false) == 0)
        #expect(try file.read() == [:])
    }

    @Test func `an intent of a committed deletion becomes done at the next start`() async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await fixture.deleteOne()
        let tag = try #require(try fixture.deletionFile.read().keys.first)
        let file = fixture.deletionFile
        unlink(file.path)
        try file.append(.intent, tag)
        try await fixture.auth.reconcileDeletionFile(mayMissCommits: false)
        #expect(try file.read() == [tag: .done])
    }

    @Test func `a deletion is recorded in the file, a refused one is not, and none happens without the file`()
        async throws
    {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        _ = try await phone.register(fixture)
        let (challenge, code) = try await phone.requestCode(fixture, .deleteAccount)
        let params = AccountDelete.Params(challengeId: challenge, code: code)
        mkdir(fixture.deletionFile.path, 0o700)
        try await phone.expectRefused(.storageFull, AccountDelete.self, params)
        #expect(try await fixture.count("account") == 1)
        rmdir(fixture.deletionFile.path)
        #expect(try fixture.deletionFile.read() == [:])
        _ = try await phone.call(AccountDelete.self, params)
        #expect(Array(try fixture.deletionFile.read().values) == [.done])
    }
}
