import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Delivery reports in the store` {
    /// Hands on as many messages as `count`, one a second, and returns their entries.
    private func handOn(_ count: Int, _ fixture: AuthStoreFixture) async throws -> [OutboxEntryID] {
        var entries: [OutboxEntryID] = []
        for number in 0..<count {
            _ = try await fixture.open(fixture.code(on: "key \(number)"))
            let entry = try #require(try await fixture.claimMessages(1).first)
            try await fixture.store.recordResult(.sent, of: entry.id, handover: accepted(at: fixture.now))
            entries.append(entry.id)
            fixture.clock.advance(by: .seconds(1))
        }
        return entries
    }

    private func accepted(at time: Instant?, isUnknown: Bool = false) -> MessageHandover {
        MessageHandover(driver: "kannel", recipient: Sealed([1]), acceptedAt: time, isUnknown: isUnknown)
    }

    private func fixture() async throws -> AuthStoreFixture {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [])
        return fixture
    }

    @Test(arguments: [(9, false), (10, true), (11, true)])
    func `a driver lacks reports from ten messages without one on`(messages: Int, lacks: Bool) async throws {
        let fixture = try await fixture(), start = fixture.now
        _ = try await handOn(messages, fixture)
        let found = try await fixture.store.lacksReports(driver: "kannel", about: 10, from: start, to: fixture.now)
        #expect(found == lacks)
        #expect(try await !fixture.store.lacksReports(driver: "twilio", about: 10, from: start, to: fixture.now))
    }

    @Test(arguments: [(0, true), (1, false), (10, false)])
    func `one report about the last ten messages is enough`(index: Int, lacks: Bool) async throws {
        let fixture = try await fixture(), start = fixture.now
        let entries = try await handOn(11, fixture)
        try await fixture.store.recordReport(.failed, of: entries[index], at: fixture.now)
        let found = try await fixture.store.lacksReports(driver: "kannel", about: 10, from: start, to: fixture.now)
        #expect(found == lacks)
    }

    @Test func `only the messages of the period count`() async throws {
        let fixture = try await fixture(), start = fixture.now
        _ = try await handOn(10, fixture)  // the last one a second ago
        let last = fixture.now - .seconds(1)
        for (from, to, lacks) in [
            (start, last + .milliseconds(1), true), (start, last, false),
            (start + .milliseconds(1), last + .milliseconds(1), false), (fixture.now, start, false),
        ] {
            #expect(try await fixture.store.lacksReports(driver: "kannel", about: 10, from: from, to: to) == lacks)
        }
    }

    @Test func `the first report stays, and an unknown outcome is replaced by a report`() async throws {
        let fixture = try await fixture()
        _ = try await fixture.open(fixture.code())
        let entry = try #require(try await fixture.claimMessages(1).first).id
        let state = { try await fixture.store.messages(phone: nil, limit: 1).map(\.state) }
        #expect(try await state() == [.sending])
        try await fixture.store.recordResult(.sent, of: entry, handover: accepted(at: nil, isUnknown: true))
        #expect(try await state() == [.unknown])
        for report in [DeliveryReport.delivered, .failed, .rejected] {
            try await fixture.store.recordReport(report, of: entry, at: fixture.now)
            #expect(try await state() == [.delivered])
        }
    }

    @Test func `a report that overtakes the result of the sending is kept`() async throws {
        let fixture = try await fixture()
        _ = try await fixture.open(fixture.code())
        let entry = try #require(try await fixture.claimMessages(1).first).id
        try await fixture.store.recordReport(.rejected, of: entry, at: fixture.now)
        try await fixture.store.recordResult(.sent, of: entry, handover: accepted(at: nil, isUnknown: true))
        #expect(try await fixture.store.messages(phone: nil, limit: 1).map(\.state) == [.rejected])
    }
}
