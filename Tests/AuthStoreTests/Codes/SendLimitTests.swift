import AuthStore
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `Sending one-time codes` {
    @Test(arguments: [
        (count: 1, span: Duration.seconds(60)), (count: 5, span: .hours(1)), (count: 10, span: .hours(24)),
    ]) func `no more codes are sent to one number than each rate allows`(count: Int, span: Duration) async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [.init(count, per: span)], perAddress: [], perBlock: [])
        let first = fixture.now
        for _ in 0..<count {
            #expect(try await fixture.open(fixture.code()) == .opened)
            fixture.clock.advance(by: .milliseconds(1))
        }
        #expect(try await fixture.open(fixture.code()) == .sendLimit(retryAt: first + span))
        #expect(try await fixture.open(fixture.code(to: AuthStoreFixture.otherPhone)) == .opened)
        fixture.clock.advance(by: first + span - fixture.now - .milliseconds(1))
        #expect(try await fixture.open(fixture.code()) == .sendLimit(retryAt: first + span))
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await fixture.open(fixture.code()) == .opened)
    }

    @Test(.requirement("O7")) func `for one address ten codes are sent in an hour and not an eleventh`() async throws {
        let fixture = try await AuthStoreFixture()
        for number in 0..<10 {
            #expect(
                try await fixture.open(
                    fixture.code(to: PhoneIndex([UInt8(number)]), from: [9], block: [UInt8(number)])) == .opened)
        }
        let refused = NewChallenge.Outcome.sendLimit(retryAt: fixture.now + .hours(1))
        #expect(try await fixture.open(fixture.code(to: PhoneIndex([100]), from: [9], block: [100])) == refused)
        #expect(try await fixture.open(fixture.code(to: PhoneIndex([100]), from: [99], block: [100])) == .opened)
    }

    @Test(.requirement("O7"))
    func `to one block of a thousand numbers twenty codes are sent in an hour and not a twenty-first`()
        async throws
    {
        let fixture = try await AuthStoreFixture()
        for number in 0..<20 {
            #expect(
                try await fixture.open(fixture.code(to: PhoneIndex([UInt8(number)]), from: [UInt8(number)])) == .opened)
        }
        #expect(
            try await fixture.open(fixture.code(to: PhoneIndex([100]), from: nil))
                == .sendLimit(retryAt: fixture.now + .hours(1)))
        #expect(try await fixture.open(fixture.code(to: PhoneIndex([100]), from: nil, block: [7])) == .opened)
    }

    @Test(.requirement("O7")) func `the daily quota is exact whatever shard a send is charged to`() async throws {
        var fixture = try await AuthStoreFixture()
        _ = try await fixture.register(on: "phone")
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [], perDay: 21, perHour: 1_000)
        var opened = 0
        for _ in 0..<40 where try await fixture.open(fixture.code(on: "stranger")) == .opened { opened += 1 }
        #expect(opened + 1 == 17, "two are for known devices, two reserved, and one was charged to the registration")
        #expect(try await fixture.count("quota", where: "name = 'send'") == 16)
        for isOpened in [true, true, true, true, false] {
            #expect(try await (fixture.open(fixture.code(on: "phone")) == .opened) == isOpened)
        }
    }

    @Test func `known devices draw on everybody's part and on the reserve once theirs is used up`() async throws {
        var fixture = try await AuthStoreFixture()
        _ = try await fixture.register(on: "phone")
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [], perDay: 21, perHour: 1_000)
        var opened = 0
        for _ in 0..<40 where try await fixture.open(fixture.code(on: "phone")) == .opened { opened += 1 }
        #expect(opened + 1 == 21)
    }

    @Test func `a refused send adds no row`() async throws {
        let fixture = try await AuthStoreFixture()
        _ = try await fixture.open(fixture.code())
        let before = try await fixture.rows()
        _ = try await fixture.open(fixture.code())
        #expect(try await fixture.rows() == before)
    }

    @Test func `device keys that use up a number's sends do not keep its owner's device from a code`() async throws {
        var fixture = try await AuthStoreFixture()
        _ = try await fixture.register(on: "phone")
        fixture.clock.advance(by: .hours(1))
        fixture.sends = SendLimits(
            perNumber: [.init(1, per: .hours(1))], perAddress: [.init(1, per: .hours(1))],
            perBlock: [.init(1, per: .hours(1))])
        #expect(try await fixture.open(fixture.code(on: "stranger")) == .opened)
        #expect(try await fixture.open(fixture.code(on: "another")) != .opened)
        #expect(try await fixture.open(fixture.code(on: "phone")) == .opened)
        #expect(try await fixture.open(fixture.code(on: "phone")) != .opened)
    }

    @Test func `a device that waits to be admitted has no share in the owner's limits`() async throws {
        var fixture = try await AuthStoreFixture()
        _ = try await fixture.register(on: "phone")
        #expect(try await fixture.login(on: "tablet").level == .unproven)
        fixture.clock.advance(by: .hours(1))
        fixture.sends = SendLimits(
            perNumber: [.init(1, per: .hours(1))], perAddress: [], perBlock: [], wrongPerHour: 0)
        #expect(try await fixture.open(fixture.code(on: "stranger")) == .opened)
        #expect(try await fixture.open(fixture.code(on: "tablet")) != .opened)
        let own = fixture.code(on: "phone")
        #expect(try await fixture.open(own) == .opened)
        fixture.sends.perNumber = []
        let waiting = fixture.code(on: "tablet")
        #expect(try await fixture.open(waiting) == .opened)
        for (code, key, isCounted) in [(waiting, "tablet", false), (own, "phone", true)] {
            #expect(try await fixture.counted(code.id, on: key) != nil)
            #expect(try await (fixture.counted(code.id, on: key) != nil) == isCounted, "\(key)")
        }
    }
}

extension AuthStoreFixture {
    /// The numbers of rows of the tables that a send writes to.
    func rows() async throws -> [Int64] {
        try await database.read { transaction in
            try ["otp_challenge", "outbox", "send_window", "quota", "registration", "idempotency"].map { table in
                try transaction.run(Statement("SELECT COUNT(*) FROM \(table)"))[0].int(0)
            }
        }
    }
}
