import AuthStore
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `The default limits on one-time codes` {
    @Test(.requirement("O7"))
    func `to one number a code is sent each minute, five are sent in an hour and ten in a day`() async throws {
        let fixture = try await AuthStoreFixture()
        let times = (1..<10).map { Duration.hours($0 / 5) + .seconds(60 * ($0 % 5)) } + [.hours(24)]
        try await fixture.expectCodes(after: times)
    }

    @Test func `the shortest time between two codes to one number can be set, and the other rates stay`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends.setResendInterval(.seconds(30))
        try await fixture.expectCodes(after: [.seconds(30), .seconds(60), .seconds(90), .seconds(120), .hours(1)])
    }

    @Test(arguments: [
        (part: "", common: Int64(40_000), tenth: Int64(5_000), end: AuthStoreFixture.midnight),
        (part: " hour", common: 5_000, tenth: 625, end: AuthStoreFixture.fullHour),
    ])
    func
        `50000 codes are sent in a day and 6250 in an hour, a tenth of them to known devices and a tenth from a reserve`(
            part: String, common: Int64, tenth: Int64, end: Instant
        ) async throws
    {
        var fixture = try await AuthStoreFixture()
        _ = try await fixture.register(on: "phone")
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [])
        let refused = NewChallenge.Outcome.sendLimit(retryAt: end)
        #expect(try await fixture.open(fixture.code(on: "phone")) == .opened)
        try await fixture.setUsed(common - 1, of: "send" + part)
        try await fixture.setUsed(tenth - 1, of: "own send" + part)

        #expect(try await fixture.open(fixture.code(on: "stranger")) == .opened)
        #expect(try await fixture.open(fixture.code(on: "stranger")) == refused, "there is no address")
        for outcome in [.opened, .opened, refused] {
            #expect(try await fixture.open(fixture.code(on: "stranger", from: [1])) == outcome)
        }
        try await fixture.setUsed(tenth - 1, of: "reserved send" + part)
        #expect(try await fixture.open(fixture.code(on: "stranger", from: [2])) == .opened)
        #expect(try await fixture.open(fixture.code(on: "stranger", from: [3])) == refused)
        #expect(try await fixture.open(fixture.code(on: "phone")) == .opened)
        #expect(try await fixture.open(fixture.code(on: "phone")) == refused)

        fixture.clock.advance(by: end - fixture.now - .milliseconds(1))
        #expect(try await fixture.open(fixture.code(on: "phone")) == refused)
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await fixture.open(fixture.code(on: "stranger")) == .opened)
    }

    @Test func `10000 attempts of device keys that are not admitted are counted in an hour`() async throws {
        let fixture = try await AuthStoreFixture(), code = fixture.code(on: "stranger")
        _ = try await fixture.open(code)
        _ = try await fixture.attempt(code.id, on: "stranger")
        try await fixture.setUsed(9_999, of: "wrong")
        #expect(try await fixture.counted(code.id, on: "stranger") != nil)
        #expect(try await fixture.attempt(code.id, on: "stranger") == .wait(until: AuthStoreFixture.fullHour))
    }
}

@Suite struct `The periods of quotas` {
    @Test(.requirement("O7"))
    func `the quota of codes is free again at midnight and not before, although old rows are deleted`()
        async throws
    {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [], perDay: 1, perHour: 1)
        for midnight in [AuthStoreFixture.midnight, AuthStoreFixture.midnight + .days(1)] {
            #expect(try await fixture.open(fixture.code()) == .opened)
            #expect(try await fixture.open(fixture.code()) == .sendLimit(retryAt: midnight))
            fixture.clock.advance(by: midnight - fixture.now - .milliseconds(1))
            try await fixture.store.sweep(at: fixture.now)
            #expect(try await fixture.open(fixture.code()) == .sendLimit(retryAt: midnight))
            fixture.clock.advance(by: .milliseconds(1))
        }
    }

    @Test func `the quota of wrong codes is free again at the full hour and not before, although old rows are deleted`()
        async throws
    {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [], wrongPerHour: 1)
        func attempt() async throws -> Attempt.Outcome {
            let code = fixture.code()
            _ = try await fixture.open(code)
            return try await fixture.attempt(code.id)
        }
        for hour in [AuthStoreFixture.fullHour, AuthStoreFixture.fullHour + .hours(1)] {
            guard case .counted = try await attempt() else { throw SetupFailed() }
            #expect(try await attempt() == .wait(until: hour))
            fixture.clock.advance(by: hour - fixture.now - .milliseconds(1))
            try await fixture.store.sweep(at: fixture.now)
            #expect(try await attempt() == .wait(until: hour))
            fixture.clock.advance(by: .milliseconds(1))
        }
    }
}

extension AuthStoreFixture {
    /// The first full hour and the first midnight (UTC) after the time at which the stopped clock begins.
    static let fullHour = Instant(ms: 1_750_003_200_000), midnight = Instant(ms: 1_750_032_000_000)

    /// Sends a code now, and expects that each of the next ones is refused until its time, counted from now, and sent
    /// then.
    fileprivate func expectCodes(after times: [Duration]) async throws {
        let first = now
        #expect(try await open(code(from: nil)) == .opened)
        for time in times {
            clock.advance(by: first + time - now - .milliseconds(1))
            #expect(try await open(code(from: nil)) == .sendLimit(retryAt: first + time))
            clock.advance(by: .milliseconds(1))
            #expect(try await open(code(from: nil)) == .opened)
        }
    }

    /// Replaces what is used of a quota in its latest period by `used`, divided among its shards.
    func setUsed(_ used: Int64, of quota: String) async throws {
        try await database.write { transaction in
            let latest = Statement("SELECT MAX(period) FROM quota WHERE name = $1", .text(quota))
            let period = try transaction.run(latest)[0].int(0)
            try transaction.run(Statement("DELETE FROM quota WHERE name = $1", .text(quota)))
            for shard in Int64(0)..<16 {
                try transaction.run(
                    Statement(
                        "INSERT INTO quota (name, period, shard, used) VALUES ($1, $2, $3, $4)", .text(quota),
                        .integer(period), .integer(shard), .integer(used / 16 + (shard < used % 16 ? 1 : 0))))
            }
        }
    }
}
