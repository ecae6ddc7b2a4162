import AuthService
import Contracts
import Domain
import JSONRPC
import Primitives
import SQL
import Support
import Testing

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
            var pages: [[AccountID]] = [], after: AccountID?
            repeat {
                let page = try await fixture.asVault(
                    DeletionList.self, .init(sinceMs: since, after: after, limit: limit))
                pages.append(page.accounts)
                after = page.next
            } while after != nil
            return pages
        }
        let all = deleted.map(\.account)
        #expect(try await pages(since: Instant(ms: 0), limit: 2) == [[all[0], all[1]], [all[2]]])
        #expect(try await pages(since: Instant(ms: 0), limit: 3) == [all, []])
        #expect(try await pages(since: deleted[1].at, limit: 9) == [[all[1], all[2]]])
        #expect(try await pages(since: deleted[1].at + .milliseconds(1), limit: 9) == [[all[2]]])
    }

    @Test func `a deletion of an earlier version, which names no account, is left out`() async throws {
        let fixture = try await AuthServiceFixture()
        _ = try await fixture.database.write {
            try $0.run(Statement("INSERT INTO deletion (tag, at) VALUES ($1, 5)", .bytes([1, 2])))
        }
        let account = try await fixture.deleteOne()
        #expect(try await fixture.asVault(DeletionList.self, .init(sinceMs: Instant(ms: 0))).accounts == [account])
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
        return grant.accountId
    }
}
