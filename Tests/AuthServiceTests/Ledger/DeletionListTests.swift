import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

@testable import AuthService

@Suite struct `deletion.list` {
    @Test func `plays its example, and lists deleted accounts page by page from a time on`() async throws {
        let fixture = try await AuthServiceFixture()
        let (params, example) = DeletionList.example
        #expect(try await fixture.asVault(DeletionList.self, params) == example)
        var deleted: [(account: AccountID, at: Instant)] = []
        for number in 0..<3 {
            deleted.append((try await fixture.deleteOne("+491511234567\(number)"), fixture.clock.now))
            fixture.clock.advance(by: .minutes(2))
        }
        func pages(since: Instant, limit: Int) async throws -> [[AccountID]] {
            var pages: [[AccountID]] = []
            try await forEachPage { after in
                let page = try await fixture.asVault(
                    DeletionList.self, .init(sinceMs: since, after: after, limit: limit))
                pages.append(page.accounts)
                return page.next
            }
            return pages
        }
        let all = deleted.map(\.account)
        for (limit, counts) in [(2, [2, 1]), (3, [3, 0]), (9, [3])] {
            let pages = try await pages(since: Instant(ms: 0), limit: limit)
            #expect(pages.map(\.count) == counts && Set(pages.joined()) == Set(all))
        }
        #expect(Set(try await pages(since: deleted[1].at, limit: 9).joined()) == Set(all[1...]))
        #expect(try await pages(since: deleted[2].at, limit: 9).joined().contains(all[2]))
        #expect(try await pages(since: deleted[2].at + .milliseconds(1), limit: 9) == [[]])
    }

    @Test func `a deletion whose purge was acknowledged later is listed from the acknowledgement on`() async throws {
        let fixture = try await AuthServiceFixture()
        let account = try await fixture.deleteOne()
        fixture.clock.advance(by: .hours(2))
        let acknowledged = fixture.clock.now
        func list(since: Instant) async throws -> [AccountID] {
            try await fixture.asVault(DeletionList.self, .init(sinceMs: since)).accounts
        }
        #expect(try await list(since: acknowledged).isEmpty)
        try await fixture.auth.sendDue(gateway: fixture.inbox.gateway, purger: fixture.inbox.purger)
        #expect(fixture.inbox.purges == [account])
        #expect(try await list(since: acknowledged) == [account])
        #expect(try await list(since: acknowledged + .milliseconds(1)).isEmpty)
    }

    @Test func `a deletion of an earlier version, which names no account, is left out`() async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await fixture.database.write {
            try $0.run(Statement("INSERT INTO deletion (tag, at) VALUES ($1, 5)", .bytes([1, 2])))
        }
        let account = try await fixture.deleteOne()
        #expect(try await fixture.asVault(DeletionList.self, .init(sinceMs: Instant(ms: 0))).accounts == [account])
    }

    @Test func `a page has 500 accounts unless a limit is requested`() async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await fixture.database.write { transaction in
            for _ in 0..<501 {
                let record = fixture.auth.deletionRecord(of: fixture.random.id())
                try transaction.run(
                    Statement(
                        "INSERT INTO deletion (tag, at, sealed) VALUES ($1, 5, $2)", .bytes(record.tag.bytes),
                        .bytes(record.sealedAccount.bytes)))
            }
        }
        let page = try await fixture.asVault(DeletionList.self, .init(sinceMs: Instant(ms: 0)))
        #expect(page.accounts.count == 500)
        #expect(page.next == page.accounts.last)
    }

    @Test func `only the vault may ask`() async throws {
        let fixture = try await AuthServiceFixture()
        #expect(await fixture.fault(DeletionList.self, DeletionList.example.params, at: .internal) == "callRefused")
        #expect(await fixture.fault(DeletionList.self, DeletionList.example.params, at: .public) == "methodNotFound")
    }
}

extension AuthServiceFixture {
    /// Registers a person and deletes the account.
    func deleteOne(_ number: String = AuthTestClient.phone) async throws -> AccountID {
        let phone = client()
        let grant = try await phone.register(self, number)
        try await phone.deleteAccount(self, number)
        return grant.account
    }
}
