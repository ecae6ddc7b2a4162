import Contracts
import JSONRPC
import Primitives
import SQL
import Support
import Synchronization
import Testing
import VaultStore

@testable import VaultService

@Suite struct `purge.list` {
    @Test func `plays its example, and lists purged accounts page by page from a time on`() async throws {
        let fixture = try await VaultFixture()
        let (params, example) = PurgeList.example
        #expect(try await fixture.authClient.call(PurgeList.self, params) == example)
        var purged: [AccountID] = []
        for number in 1...3 {
            let account = AccountID(bits: UInt128(number))
            _ = try await fixture.authClient.call(
                VaultPurge.self, .init(accountId: account, requestId: fixture.id()))
            purged.append(account)
        }
        let living = fixture.person()
        try await living.push(living.create("a"))
        let now = fixture.clock.now
        let first = try await fixture.authClient.call(PurgeList.self, .init(sinceMs: now, limit: 2))
        #expect(first == .init(accounts: Array(purged[..<2]), next: purged[1]))
        let second = try await fixture.authClient.call(PurgeList.self, .init(sinceMs: now, after: first.next, limit: 2))
        #expect(second == .init(accounts: [purged[2]]))
        let later = try await fixture.authClient.call(PurgeList.self, .init(sinceMs: now + .milliseconds(1)))
        #expect(later.accounts.isEmpty)
    }

    @Test func `a page has 500 accounts unless a limit is requested`() async throws {
        let fixture = try await VaultFixture(), first = AccountID(bits: 1)
        _ = try await fixture.authClient.call(VaultPurge.self, .init(accountId: first, requestId: fixture.id()))
        _ = try await fixture.database.write { transaction in
            let columns = "epoch, seq, floor, op_floor, epoch_base, dek_version, items, bytes, state, touched_at"
            for number in 2...501 {
                try transaction.run(
                    Statement(
                        """
                        INSERT INTO vault_head (account, \(columns))
                        SELECT $1, \(columns) FROM vault_head WHERE account = $2
                        """, .identifier(AccountID(bits: UInt128(number))), .identifier(first)))
            }
        }
        let page = try await fixture.authClient.call(PurgeList.self, .init(sinceMs: Instant(ms: 0)))
        #expect(page.accounts.count == 500)
        #expect(page.next == page.accounts.last)
    }

    @Test func `only auth may ask`() async throws {
        let fixture = try await VaultFixture { $0.authName = "somebody else" }
        let session = try await fixture.authClient.openSession()
        try await fixture.authClient.expectRefused(
            .callRefused, PurgeList.self, PurgeList.example.params, token: .session(session))
    }

    @Test(.requirement("D4"))
    func `every vault of an account that auth records as deleted is purged, whatever page it is on`() async throws {
        let fixture = try await VaultFixture(), other = fixture.person()
        let deleted = (1...3).map { _ in fixture.person() }
        for person in deleted + [other] { try await person.push(person.create("a")) }
        #expect(try await fixture.replayAll() == 0)
        fixture.auth.deleted.withLock { $0 = deleted.map(\.account) + [AccountID(bits: 5), AccountID(bits: 6)] }
        #expect(try await fixture.replayAll() == 3)
        for person in deleted {
            try await person.expectRefused(.accountDeleted, VaultPush.self, .init(ops: [person.create("late")]))
        }
        #expect(try await other.pull().items.count == 1)
        #expect(try await fixture.replayAll() == 0)
    }

    @Test func `when auth's feed has begun anew, the vaults are compared with auth's deletions`() async throws {
        let fixture = try await VaultFixture(isFollowing: false), person = fixture.person()
        fixture.auth.deleted.withLock { $0 = [person.account] }
        let vault = fixture.vault, store = fixture.store, account = person.account
        _ = try await store.head(of: account, at: fixture.clock.now)
        let comparison = Task { await vault.runDeletionComparison() }
        defer { comparison.cancel() }
        try await vault.followOnce()
        try await waitUntil { try await store.heads(of: [account]).isEmpty }
    }

    @Test(.requirement("D4")) func `a vault that a restore brought back is purged again`() async throws {
        let fixture = try await VaultFixture(), back = fixture.person(), other = fixture.person()
        try await back.push(back.create("a"))
        try await other.push(other.create("b"))
        var pages: [DeletionList.Params] = []
        let count = try await fixture.vault.replayDeletions(since: Instant(ms: 7)) { params in
            pages.append(params)
            return params.after == nil
                ? .init(accounts: [back.account], next: back.account) : .init(accounts: [AccountID(bits: 5)])
        }
        #expect(count == 1 && pages.map(\.sinceMs) == [Instant(ms: 7), Instant(ms: 7)])
        #expect(pages.map(\.after) == [nil, back.account])
        try await back.expectRefused(.accountDeleted, VaultPush.self, .init(ops: [back.create("late")]))
        #expect(try await other.pull().items.count == 1)
    }

    @Test func `a replay whose log cannot be truncated leaves the purge incomplete, and its repetition completes it`()
        async throws
    {
        let fixture = try await VaultFixture(), person = fixture.person(), absent = AccountID(bits: 5)
        try await person.push(person.create("a"))
        fixture.auth.deleted.withLock { $0 = [person.account, absent] }
        fixture.database.refuseTruncation()
        await #expect(throws: InterceptedDatabase.TruncationRefused.self) { try await fixture.replayAll() }
        #expect(try await fixture.store.completelyPurged(of: [person.account]).isEmpty)
        fixture.database.allowTruncation()
        _ = try await fixture.replayAll()
        #expect(try await fixture.store.completelyPurged(of: [person.account, absent]) == [person.account, absent])
        let before = fixture.database.writes
        #expect(try await fixture.replayAll() == 0)
        #expect(fixture.database.writes == before)
    }
}

extension VaultFixture {
    /// Purges what auth lists as deleted since ever.
    @discardableResult
    fileprivate func replayAll() async throws -> Int {
        try await vault.replayDeletions(since: Instant(ms: 0)) { try await auth.peer.deletions($0) }
    }
}
