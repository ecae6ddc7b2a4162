import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

@Suite struct `Stops because of unused codes` {
    @Test(.requirement("O8"), arguments: [(used: 9, stops: true), (used: 10, stops: false)])
    func `a prefix gets no codes for an hour if fewer than ten of its last hundred were used`(
        used: Int, stops: Bool
    ) async throws {
        let fixture = try await AuthStoreFixture.withoutRates()
        try await fixture.sendCodes(100, used: used)
        fixture.clock.advance(by: .milliseconds(59_999))
        #expect(try await fixture.stop() == nil)
        fixture.clock.advance(by: .milliseconds(1))
        let until = fixture.now + .hours(1)
        #expect(try await fixture.stop() == (stops ? until : nil))
        #expect(try await fixture.stop() == nil, "the stop is reported once")
        #expect(try await fixture.stop("4930") == nil)
        guard stops else { return }
        #expect(try await fixture.open(fixture.code(from: [9])) == .sendLimit(retryAt: until))
        fixture.clock.advance(by: .minutes(60) - .milliseconds(1))
        #expect(try await fixture.stop() == nil)
        #expect(
            try await fixture.open(fixture.code(from: [9])) == .sendLimit(retryAt: until), "a stop is not prolonged")
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await fixture.stop() == nil)
        #expect(try await fixture.open(fixture.code(from: [9])) == .opened)
    }

    @Test func `a prefix is stopped again by a hundred unused codes sent after its stop, and not by ninety-nine`()
        async throws
    {
        let fixture = try await AuthStoreFixture.withoutRates()
        func stop(after codes: Int) async throws -> Instant? {
            try await fixture.sendCodes(codes, used: 0)
            fixture.clock.advance(by: .seconds(60))
            return try await fixture.stop()
        }
        let until = try #require(try await stop(after: 100))
        fixture.clock.set(until)
        #expect(try await fixture.open(fixture.code(on: "a key at the end of the stop")) == .opened)
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await stop(after: 99) == nil)
        let again = try await stop(after: 1)
        #expect(again == fixture.now + .hours(1))
    }

    @Test func `a stop holds for the address groups with two unused codes among those it was decided on`() async throws
    {
        let fixture = try await AuthStoreFixture.withoutRates()
        try await fixture.sendCodes(2, used: 0, from: [1])
        fixture.clock.advance(by: .milliseconds(1))
        try await fixture.sendCodes(1, used: 0, from: [2])
        try await fixture.sendCodes(99, used: 2, from: [3])
        fixture.clock.advance(by: .seconds(60))
        let until = try #require(try await fixture.stop())
        let refused = NewChallenge.Outcome.sendLimit(retryAt: until)
        // Only the latest hundred codes count, and they do not contain those of the first group.
        for (group, outcomes) in [
            ([1], [.opened, .opened, refused]), ([2], [.opened, refused]), ([3], [refused]),
            ([4], [.opened, .opened, refused]),
        ] as [([UInt8], [NewChallenge.Outcome])] {
            for outcome in outcomes {
                #expect(try await fixture.open(fixture.code(from: group)) == outcome, "\(group)")
            }
        }
        #expect(try await fixture.open(fixture.code(from: nil)) == refused, "there is no address")
        #expect(try await fixture.open(fixture.code(from: [3], prefix: "4930")) == .opened)
    }

    @Test func `a device key that held a full session of the number is not stopped`() async throws {
        var fixture = try await AuthStoreFixture()
        _ = try await fixture.register(on: "phone")
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [])
        try await fixture.sendCodes(100, used: 0)
        fixture.clock.advance(by: .seconds(60))
        #expect(try await fixture.stop() != nil)
        #expect(try await fixture.open(fixture.code(on: "phone", from: [9])) == .opened)
    }

    @Test func `during a stop a hundred codes an hour go to a prefix from a reserve, and not one more`() async throws {
        let fixture = try await AuthStoreFixture.withoutRates()
        try await fixture.sendCodes(100, used: 0)
        fixture.clock.advance(by: .seconds(60))
        #expect(try await fixture.stop() != nil)
        for group in 0..<100 as Range<UInt8> {
            #expect(try await fixture.open(fixture.code(from: [1, group])) == .opened)
        }
        let refused = NewChallenge.Outcome.sendLimit(retryAt: AuthStoreFixture.fullHour)
        #expect(try await fixture.open(fixture.code(from: [2])) == refused)
        fixture.clock.set(AuthStoreFixture.fullHour)
        #expect(try await fixture.open(fixture.code(from: [2])) == .opened)
    }

    @Test(arguments: [(used: 99, stops: true), (used: 100, stops: false)])
    func `all sending stops for an hour if fewer than a hundred of the last thousand codes were used`(
        used: Int, stops: Bool
    ) async throws {
        let fixture = try await AuthStoreFixture.withoutRates()
        try await fixture.sendCodes(999, used: used)
        fixture.clock.advance(by: .seconds(60))
        #expect(try await fixture.store.stopAbusedSending(at: fixture.now) == nil)
        try await fixture.sendCodes(1, used: 0)
        fixture.clock.advance(by: .seconds(60))
        let stop = try await fixture.store.stopAbusedSending(at: fixture.now)
        #expect((stop != nil) == stops)
        guard let stop else { return }
        #expect(stop.isGeneral && stop.until == fixture.now + .hours(1))
        let refused = NewChallenge.Outcome.sendLimit(retryAt: stop.until)
        #expect(try await fixture.open(fixture.code(from: [9], prefix: "4930")) == refused)
        #expect(try await fixture.open(fixture.code(from: [1], prefix: "4930")) == .opened)
        #expect(try await fixture.count("quota", where: "name = 'reserved send'") == 1, "it is charged to the reserve")
        fixture.clock.set(stop.until)
        #expect(try await fixture.open(fixture.code(from: [9], prefix: "4930")) == .opened)
    }

    @Test(.enabled(if: StoreEngine.chosen == .sqlite), arguments: ["49151", ""])
    func `the codes that a stop is decided on, and those that cause it, are found by an index`(prefix: String)
        async throws
    {
        let fixture = try await AuthStoreFixture(), now = fixture.now
        let stop = SendStop(prefix: prefix, until: now + .hours(1), since: now)
        for statement in [
            ChallengeTable.recentUse(prefix: prefix, since: now, atMost: 100, at: now),
            ChallengeTable.unusedCodes(of: [9], [8], counting: stop, atMost: 2, at: now),
            ChallengeTable.wrongCodes(ofKey: "phone", since: now),
            ChallengeTable.wrongCodes(ofGroup: [9], [8], since: now),
        ] {
            let explained = Statement("EXPLAIN QUERY PLAN " + statement.text, values: statement.values)
            let plan = try await fixture.database.read { try $0.run(explained).map { try $0.text(3) } }
            #expect(!plan.contains { $0.contains("SCAN otp_challenge") || $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }
}

extension AuthStoreFixture {
    fileprivate static func withoutRates() async throws -> AuthStoreFixture {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [])
        return fixture
    }

    /// Sends codes to one number, each on a key of its own, and uses the first ones.
    fileprivate func sendCodes(_ count: Int, used: Int, from group: [UInt8] = [9]) async throws {
        for number in 0..<count {
            let code = code(on: "key \(number) of \(group)", from: group)
            guard case .opened = try await open(code) else { throw SetupFailed() }
            guard number < used else { continue }
            guard let attempt = try await counted(code.id, on: code.thumbprint) else { throw SetupFailed() }
            _ = try await signIn(attempt)
        }
    }

    /// Stops a prefix if it is abused; returns the end of the stop.
    fileprivate func stop(_ prefix: String = "49151") async throws -> Instant? {
        try await store.stopAbusedPrefix(prefix, at: now)?.until
    }
}
