import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `Pages of approval.pending` {
    /// Registers people at times of which two are the same, and returns their accounts in the order of the list.
    @discardableResult
    private static func people(_ count: Int, _ fixture: AuthServiceFixture) async throws -> [AccountID] {
        var people: [(since: Instant, id: AccountID)] = []
        for number in 0..<count {
            let since = fixture.clock.now
            let id = try await fixture.client().register(fixture, "+3361234567\(number)").account
            people.append((since, id))
            if number == 1 { fixture.clock.set(since) }
        }
        return people.sorted { ($0.since, $0.id) < ($1.since, $1.id) }.map(\.id)
    }

    private static func page(
        _ fixture: AuthServiceFixture, after: String? = nil, limit: Int = 2, _ status: ApprovalStatus? = nil
    ) async throws -> ApprovalPending.Answer {
        try await fixture.callAsAdministrator(
            ApprovalPending.self, .init(status: status, limit: limit, after: after))
    }

    @Test(arguments: [1, 2, 5, 6]) func `follow one another, and the last one names no next`(limit: Int) async throws {
        let fixture = try await AuthServiceFixture(), people = try await Self.people(5, fixture)
        var found: [AccountID] = [], after: String?, pages = 0
        repeat {
            let page = try await Self.page(fixture, after: after, limit: limit)
            found += page.people.map(\.accountId)
            (after, pages) = (page.next, pages + 1)
        } while after != nil
        #expect(found == people)
        #expect(pages == (5 + limit - 1) / limit)
    }

    @Test func `leave nobody out who waits, while others are decided about or come`() async throws {
        let fixture = try await AuthServiceFixture(), people = try await Self.people(5, fixture)
        let first = try await Self.page(fixture)
        for decided in [people[0], people[1], people[2]] {
            _ = try await fixture.callAsAdministrator(
                ApprovalDecide.self, .init(accountId: decided, version: 1, status: .approvedForSyncing))
        }
        let late = try await fixture.client().register(fixture, "+33612345679").account
        let second = try await Self.page(fixture, after: first.next)
        #expect(second.people.map(\.accountId) == [people[3], people[4]])
        #expect(try await Self.page(fixture, after: second.next).people.map(\.accountId) == [late])
    }

    @Test func `a person who waits again comes last, and is not skipped`() async throws {
        let fixture = try await AuthServiceFixture(), people = try await Self.people(5, fixture)
        let first = try await Self.page(fixture)
        fixture.clock.advance(by: .seconds(1))
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self, .init(accountId: people[0], version: 1, status: .waitingForApproval))
        let rest = try await Self.page(fixture, after: first.next, limit: 10).people.map(\.accountId)
        #expect(rest == Array(people[2...]) + [people[0]])
    }

    @Test(arguments: ["x", "AAAA", "!", String(repeating: "A", count: 33)])
    func `a place that no page has named is invalid`(text: String) async throws {
        let fixture = try await AuthServiceFixture()
        #expect(
            await fixture.fault(ApprovalPending.self, .init(after: text), at: .administration) == "invalidParams")
    }

    @Test(.requirement("A1")) func `an operator's pages hold only people of their groups`() async throws {
        let fixture = try await AuthServiceFixture(), boss = fixture.client()
        try await Self.people(3, fixture)
        let own = try await fixture.client().register(fixture, "+447700900123", group: "clinic").account
        try await fixture.client().register(fixture, "+447700900124", group: "clinic")
        try await boss.becomeOperator(fixture, of: ["clinic"])
        let first = try await boss.call(ApprovalPending.self, .init(limit: 1))
        #expect(first.people.map(\.accountId) == [own])
        let all = try await Self.page(fixture, limit: 1)
        let found = try await boss.call(ApprovalPending.self, .init(after: all.next)).people
        #expect(found.map(\.group.rawValue) == ["clinic", "clinic"])
    }
}
