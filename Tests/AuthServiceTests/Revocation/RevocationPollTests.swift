import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct `revocation.poll` {
    @Test func `plays its example: without new events the page is empty and has the feed's position`() async throws {
        let fixture = try await AuthServiceFixture()
        var params = RevocationPoll.example.params
        params.after = DecimalInt64(0)
        params.feedEpoch = nil
        let page = try await fixture.asVault(RevocationPoll.self, params)
        #expect((page.floor.value, page.head.value, page.events.count) == (0, 0, 0))
        params.feedEpoch = page.feedEpoch
        #expect(try await fixture.asVault(RevocationPoll.self, params) == page)
    }

    @Test func `an admission, a decision, a log-out everywhere and a deletion append events with the new state`()
        async throws
    {
        let fixture = try await AuthServiceFixture { $0.sendLimits.perNumber = [] }
        let phone = fixture.client(), tablet = fixture.client()
        let grant = try await phone.register(fixture)
        let waiting = try await tablet.login(fixture).session
        try await phone.admit(tablet)
        _ = try await fixture.callAsAdministrator(
            ApprovalDecide.self, .init(accountId: grant.account, version: 1, status: .approvedForSyncing))
        _ = try await tablet.call(SessionLogoutEverywhere.self, .init())
        let events = try await events(fixture)
        #expect(events.map(\.seq.value) == Array(1...5))
        #expect(events.allSatisfy { $0.accountId == grant.account })
        #expect((events[0].sessionId, events[0].level?.value) == (waiting.sessionId, .full))
        #expect((events[1].sessionId, events[1].approval) == (nil, .approvedForSyncing))
        #expect(Set(events[2...3].map(\.sessionId)) == [grant.sessionId, waiting.sessionId])
        #expect(events[2...3].allSatisfy { $0.ended?.value == .sessionRevoked })
        #expect((events[4].sessionId, events[4].tsv?.value) == (nil, 2))
        let before = try await tablet.login(fixture).session
        #expect(before.accountId == grant.account)
        try await tablet.deleteAccount(fixture)
        #expect(try await self.events(fixture).last?.ended?.value == .accountDeleted)
    }

    @Test func `another epoch, or a position beyond the head, is answered at once without events`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        _ = try await phone.call(SessionLogout.self, .init())
        try await fixture.auth.numberRevocationEvents()
        let other = try await fixture.asVault(
            RevocationPoll.self, .init(feedEpoch: fixture.random.id(), after: DecimalInt64(0)))
        #expect((other.head.value, other.events.count) == (1, 0))
        let ahead = try await fixture.asVault(RevocationPoll.self, .init(after: DecimalInt64(9)))
        #expect((ahead.head.value, ahead.events.count) == (1, 0))
    }

    @Test func `a poll returns the events that were committed before it and had no sequence number yet`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client()
        try await phone.register(fixture)
        let start = try await fixture.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 0))
        _ = try await phone.call(SessionLogoutEverywhere.self, .init())
        let page = try await fixture.asVault(
            RevocationPoll.self, .init(feedEpoch: start.feedEpoch, after: start.head, waitMs: 0))
        #expect(page.events.map(\.ended?.value) == [.sessionRevoked, nil])
        #expect(page.head.value == start.head.value + 2)
    }

    @Test func `a poll waits for an event and then answers at once`() async throws {
        let fixture = try await AuthServiceFixture(), phone = fixture.client(), clock = SteadyClock.system
        try await phone.register(fixture)
        let began = clock.now
        let quiet = try await fixture.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 200))
        #expect(quiet.events.isEmpty && clock.now - began >= .milliseconds(150))
        async let events = firstEvents(fixture)
        _ = try await phone.call(SessionLogout.self, .init())
        try await fixture.auth.numberRevocationEvents()
        #expect(try await events.map(\.ended?.value) == [.sessionRevoked])
    }

    /// Returns the first page that has events: on a busy machine a logout may take longer than one poll.
    private func firstEvents(_ fixture: AuthServiceFixture) async throws -> [RevocationEvent] {
        while true {
            let page = try await fixture.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 700))
            if !page.events.isEmpty { return page.events }
        }
    }

    private func events(_ fixture: AuthServiceFixture) async throws -> [RevocationEvent] {
        try await fixture.auth.numberRevocationEvents()
        return try await fixture.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 0)).events
    }
}
