import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

@Suite(.timeLimit(.minutes(1))) struct `The times that a sweep has seen twice` {
    /// Makes passes for some time, with a clock that is wrong by `error`.
    private static func passes(
        _ fixture: AuthStoreFixture, _ time: SweepTime, for duration: Duration, every interval: Duration = .minutes(10),
        error: Duration = .zero
    ) async throws {
        let end = fixture.now + duration
        while fixture.now < end {
            fixture.clock.advance(by: min(interval, end - fixture.now))
            try await fixture.store.sweepTwiceSeen(at: fixture.now + error, time)
        }
    }

    private static func sweepTime(_ fixture: AuthStoreFixture) -> SweepTime {
        SweepTime(fixture.clock.steady, table: "sweep_time")
    }

    @Test(arguments: [(Duration.hours(24) - .seconds(1), false), (.hours(24), true)])
    func `a row that was due at the first pass is deleted 24 hours later`(after: Duration, isDeleted: Bool) async throws
    {
        let fixture = try await AuthStoreFixture(), time = Self.sweepTime(fixture)
        _ = try await fixture.open(fixture.code())
        fixture.clock.advance(by: .days(10))
        try await fixture.store.sweepTwiceSeen(at: fixture.now, time)
        try await Self.passes(fixture, time, for: after)
        #expect(try await fixture.count("otp_challenge") == (isDeleted ? 0 : 1))
    }

    @Test(arguments: [(Duration.hours(1) - .seconds(1), false), (.hours(1), true)])
    func `a request proof that had expired at the first pass is deleted an hour later`(
        after: Duration, isDeleted: Bool
    ) async throws {
        let fixture = try await AuthStoreFixture(), time = Self.sweepTime(fixture)
        _ = try await fixture.store.recordProof(jti: "one", thumbprint: "phone", expires: fixture.now)
        fixture.clock.advance(by: .minutes(2))
        try await fixture.store.sweepTwiceSeen(at: fixture.now, time)
        try await Self.passes(fixture, time, for: after)
        #expect(try await fixture.count("proof_seen") == (isDeleted ? 0 : 1))
    }

    @Test(arguments: [Duration.days(400), .days(-400)])
    func `a clock that is wrong for less than 24 hours sweeps nothing that is not due`(error: Duration) async throws {
        let fixture = try await AuthStoreFixture(), time = Self.sweepTime(fixture)
        let (_, session) = try await fixture.register()
        _ = try await fixture.open(fixture.code())
        let codes = try await fixture.count("otp_challenge")
        try await fixture.store.sweepTwiceSeen(at: fixture.now + error, time)
        try await Self.passes(fixture, time, for: .hours(24) - .minutes(10), error: error)
        try await Self.passes(fixture, time, for: .hours(30))
        #expect(try await fixture.count("otp_challenge") == codes)
        #expect(try await fixture.snapshot(session).session != nil)
        try await Self.passes(fixture, time, for: .days(4), every: .hours(1))
        #expect(try await fixture.count("otp_challenge") == 0)
    }

    @Test func `a service that is restarted every day sweeps`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.open(fixture.code())
        fixture.clock.advance(by: .days(10))
        for _ in 1...3 {
            let time = Self.sweepTime(fixture)
            try await fixture.store.sweepTwiceSeen(at: fixture.now, time)
            try await Self.passes(fixture, time, for: .hours(23))
        }
        #expect(try await fixture.count("otp_challenge") == 0)
    }

    @Test func `the time for which no service runs does not count`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.open(fixture.code())
        for _ in 1...20 {
            fixture.clock.advance(by: .days(10))
            try await fixture.store.sweepTwiceSeen(at: fixture.now, Self.sweepTime(fixture))
        }
        #expect(try await fixture.count("otp_challenge") == 1)
    }

    @Test func `at most 26 times are stored`() async throws {
        let fixture = try await AuthStoreFixture(), time = Self.sweepTime(fixture)
        try await Self.passes(fixture, time, for: .days(4), every: .minutes(20))
        #expect(try await fixture.count("sweep_sighting") <= 26)
    }
}
