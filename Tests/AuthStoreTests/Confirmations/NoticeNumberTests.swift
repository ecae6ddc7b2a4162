import Domain
import Primitives
import SQL
import Support
import Testing

@testable import AuthStore

@Suite struct `The numbers of an account's notices` {
    private func numbers(_ fixture: AuthStoreFixture, _ account: AccountID) async throws -> [Int64] {
        try await fixture.store.notices(of: account).map(\.ordinal)
    }

    private func add(_ fixture: AuthStoreFixture, to account: AccountID) async throws {
        _ = try await fixture.database.write { [now = fixture.now] in
            try $0.batch(NoticeTable.insert(.recoveryCodesMade, about: nil, of: account, at: now))
        }
    }

    @Test func `go on after the sweep has deleted all of them`() async throws {
        let fixture = try await AuthStoreFixture(), (account, _) = try await fixture.register()
        for _ in 1...3 { try await add(fixture, to: account.id) }
        let last = try #require(try await numbers(fixture, account.id).first)
        fixture.clock.advance(by: .days(91))
        try await fixture.store.sweep(at: fixture.now)
        #expect(try await numbers(fixture, account.id) == [])
        try await add(fixture, to: account.id)
        #expect(try await numbers(fixture, account.id) == [last + 1])
    }

    @Test func `go on above a notice of an instance of an earlier version`() async throws {
        let fixture = try await AuthStoreFixture(), (account, _) = try await fixture.register()
        try await add(fixture, to: account.id)
        let last = try #require(try await numbers(fixture, account.id).first)
        let statement = Statement(
            """
            INSERT INTO notice (account, ordinal, at, kind) VALUES
                ($1, (SELECT MAX(ordinal) + 1 FROM notice WHERE account = $1), $2, 'recoveryCodesMade')
            """, .identifier(account.id), .instant(fixture.now))
        _ = try await fixture.database.write { try $0.run(statement) }
        try await add(fixture, to: account.id)
        #expect(try await numbers(fixture, account.id).prefix(3) == [last + 2, last + 1, last])
    }

    /// The numbers that were given out after the copy was made are not given out again, also if the same copy is used
    /// twice, and the earlier notices stay.
    @Test func `jump after an older copy, to numbers that the contract allows`() async throws {
        let fixture = try await AuthStoreFixture(), (account, _) = try await fixture.register()
        try await add(fixture, to: account.id)
        let before = try await numbers(fixture, account.id)
        try await fixture.beginGeneration(withOlderCopy: true)
        let base = fixture.now.ms / 2_000
        for _ in 1...2 { try await add(fixture, to: account.id) }
        #expect(try await numbers(fixture, account.id) == [base + 2, base + 1] + before)
        #expect(base < Int32.max)
        fixture.clock.advance(by: .seconds(6))
        try await fixture.beginGeneration(withOlderCopy: true)
        try await add(fixture, to: account.id)
        #expect(try await numbers(fixture, account.id).first == base + 4)
    }

    @Test func `are those of the newest two hundred, also after a jump`() async throws {
        let fixture = try await AuthStoreFixture(), (account, _) = try await fixture.register()
        for _ in 1...150 { try await add(fixture, to: account.id) }
        try await fixture.beginGeneration(withOlderCopy: true)
        for _ in 1...49 { try await add(fixture, to: account.id) }
        let kept = try await numbers(fixture, account.id)
        #expect(kept.count >= 199)
        for _ in 1...2 { try await add(fixture, to: account.id) }
        #expect(try await numbers(fixture, account.id).count == 200)
    }
}
