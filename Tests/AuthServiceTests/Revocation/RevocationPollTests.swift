import AuthService
import AuthStore
import Contracts
import Domain
import JSONRPC
import Primitives
import Support
import Testing

@Suite struct `revocation.poll` {
    @Test func `plays its example: nothing new is an empty page with the place it was read at`() async throws {
        let house = try await AuthHouse()
        var params = RevocationPoll.example.params
        params.after = DecimalInt64(0)
        params.feedEpoch = nil
        let page = try await house.asVault(RevocationPoll.self, params)
        #expect((page.floor.value, page.head.value, page.events.count) == (0, 0, 0))
        params.feedEpoch = page.feedEpoch
        #expect(try await house.asVault(RevocationPoll.self, params) == page)
    }

    @Test func `every effect is told with the state after it`() async throws {
        let house = try await AuthHouse { $0.sends.number = [] }
        let phone = house.handset(), tablet = house.handset()
        let grant = try await phone.register(house)
        let waiting = try await tablet.login(house).session
        try await phone.admit(tablet)
        _ = try await house.administrate(
            ApprovalDecide.self, .init(accountId: grant.accountId, version: 1, status: .approvedForSyncing))
        _ = try await tablet.call(SessionLogoutEverywhere.self, .init())
        let events = try await events(house)
        #expect(events.map(\.seq.value) == Array(1...5))
        #expect(events.allSatisfy { $0.accountId == grant.accountId })
        #expect((events[0].sessionId, events[0].gate) == (waiting.sessionId, "full"))
        #expect((events[1].sessionId, events[1].approval) == (nil, .approvedForSyncing))
        #expect(Set(events[2...3].map(\.sessionId)) == [grant.sessionId, waiting.sessionId])
        #expect(events[2...3].allSatisfy { $0.ended == "sessionRevoked" })
        #expect((events[4].sessionId, events[4].tsv?.value) == (nil, 2))
        let before = try await tablet.login(house).session
        #expect(before.accountId == grant.accountId)
        let (challenge, code) = try await tablet.requestCode(house, .deleteAccount)
        _ = try await tablet.call(AccountDelete.self, .init(challengeId: challenge, code: code))
        #expect(try await self.events(house).last?.ended == "accountDeleted")
    }

    @Test func `another feed's epoch, or a place not reached yet, is answered at once without events`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        _ = try await phone.call(SessionLogout.self, .init())
        try await house.auth.numberFeed()
        let other = try await house.asVault(
            RevocationPoll.self, .init(feedEpoch: house.random.id(), after: DecimalInt64(0)))
        #expect((other.head.value, other.events.count) == (1, 0))
        let ahead = try await house.asVault(RevocationPoll.self, .init(after: DecimalInt64(9)))
        #expect((ahead.head.value, ahead.events.count) == (1, 0))
    }

    @Test func `a poll tells what was committed before it though nobody has numbered it`() async throws {
        let house = try await AuthHouse(), phone = house.handset()
        try await phone.register(house)
        let place = try await house.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 0))
        _ = try await phone.call(SessionLogoutEverywhere.self, .init())
        let page = try await house.asVault(
            RevocationPoll.self, .init(feedEpoch: place.feedEpoch, after: place.head, waitMs: 0))
        #expect(page.events.map(\.ended) == ["sessionRevoked", nil])
        #expect(page.head.value == place.head.value + 2)
    }

    @Test func `a poll waits while nothing happens, and is answered when something does`() async throws {
        let house = try await AuthHouse(), phone = house.handset(), clock = SteadyClock.system
        try await phone.register(house)
        let began = clock.now
        let quiet = try await house.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 200))
        #expect(quiet.events.isEmpty && clock.now - began >= .milliseconds(150))
        async let events = firstEvents(house)
        _ = try await phone.call(SessionLogout.self, .init())
        try await house.auth.numberFeed()
        #expect(try await events.map(\.ended) == ["sessionRevoked"])
    }

    /// What the first poll tells that is not in vain: on a busy machine a logout may take longer than a poll.
    private func firstEvents(_ house: AuthHouse) async throws -> [RevocationEvent] {
        while true {
            let page = try await house.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 700))
            if !page.events.isEmpty { return page.events }
        }
    }

    private func events(_ house: AuthHouse) async throws -> [RevocationEvent] {
        try await house.auth.numberFeed()
        return try await house.asVault(RevocationPoll.self, .init(after: DecimalInt64(0), waitMs: 0)).events
    }
}
