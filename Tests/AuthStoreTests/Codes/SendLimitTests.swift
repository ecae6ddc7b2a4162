import AuthStore
import Domain
import Primitives
import SQL
import Support
import Testing

@Suite struct `Sending one-time codes` {
    @Test(arguments: [
        (count: 1, span: Duration.seconds(60)), (count: 5, span: .hours(1)), (count: 10, span: .hours(24)),
    ]) func `to one number no more go out than each rate allows`(count: Int, span: Duration) async throws {
        var house = try await House()
        house.sends = SendLimits(number: [.init(count, per: span)], address: [], block: [])
        let first = house.now
        for _ in 0..<count {
            #expect(try await house.open(house.code()) == .opened)
            house.clock.advance(by: .milliseconds(1))
        }
        #expect(try await house.open(house.code()) == .sendLimit(retryAt: first + span))
        #expect(try await house.open(house.code(to: House.otherPhone)) == .opened)
        house.clock.advance(by: first + span - house.now - .milliseconds(1))
        #expect(try await house.open(house.code()) == .sendLimit(retryAt: first + span))
        house.clock.advance(by: .milliseconds(1))
        #expect(try await house.open(house.code()) == .opened)
    }

    @Test func `from one address ten go out in an hour and not an eleventh`() async throws {
        let house = try await House()
        for number in 0..<10 {
            #expect(try await house.open(house.code(to: [UInt8(number)], block: [UInt8(number)])) == .opened)
        }
        let refused = NewChallenge.Outcome.sendLimit(retryAt: house.now + .hours(1))
        #expect(try await house.open(house.code(to: [100], block: [100])) == refused)
        #expect(try await house.open(house.code(to: [100], from: [99], block: [100])) == .opened)
    }

    @Test func `to one block of a thousand numbers twenty go out in an hour and not a twenty-first`() async throws {
        let house = try await House()
        for number in 0..<20 {
            #expect(try await house.open(house.code(to: [UInt8(number)], from: [UInt8(number)])) == .opened)
        }
        #expect(try await house.open(house.code(to: [100], from: nil)) == .sendLimit(retryAt: house.now + .hours(1)))
        #expect(try await house.open(house.code(to: [100], from: nil, block: [7])) == .opened)
    }

    @Test func `the day's cap is exact whatever shard a send falls on`() async throws {
        var house = try await House()
        _ = try await house.register(on: "phone")
        house.sends = SendLimits(number: [], address: [], block: [], perDay: 21)
        var opened = 0
        for _ in 0..<40 where try await house.open(house.code(on: "stranger")) == .opened { opened += 1 }
        #expect(opened + 1 == 19, "two of them are the owners', and one was for the registration")
        for isOpened in [true, true, false] {
            #expect(try await (house.open(house.code(on: "phone")) == .opened) == isOpened)
        }
    }

    @Test func `owners draw on everybody's share of the day once theirs is used up`() async throws {
        var house = try await House()
        _ = try await house.register(on: "phone")
        house.sends = SendLimits(number: [], address: [], block: [], perDay: 21)
        var opened = 0
        for _ in 0..<40 where try await house.open(house.code(on: "phone")) == .opened { opened += 1 }
        #expect(opened + 1 == 21)
    }

    @Test func `a refused send writes nothing`() async throws {
        let house = try await House()
        _ = try await house.open(house.code())
        let before = try await house.rows()
        _ = try await house.open(house.code())
        #expect(try await house.rows() == before)
    }

    @Test func `strangers who use a number's sends up do not keep its owner's device out`() async throws {
        var house = try await House()
        _ = try await house.register(on: "phone")
        house.clock.advance(by: .hours(1))
        house.sends = SendLimits(
            number: [.init(1, per: .hours(1))], address: [.init(1, per: .hours(1))], block: [.init(1, per: .hours(1))])
        #expect(try await house.open(house.code(on: "stranger")) == .opened)
        #expect(try await house.open(house.code(on: "another")) != .opened)
        #expect(try await house.open(house.code(on: "phone")) == .opened)
        #expect(try await house.open(house.code(on: "phone")) != .opened)
    }

    @Test(arguments: [(used: 9, stops: true), (used: 10, stops: false)])
    func `a prefix of whose last hundred codes fewer than ten were used stops for an hour`(
        used: Int, stops: Bool
    ) async throws {
        var house = try await House()
        house.sends = SendLimits(number: [], address: [], block: [])
        for number in 0..<100 {
            let code = house.code(on: "key \(number)")
            _ = try await house.open(code)
            if number < used, let attempt = try await house.counted(code.id, on: "key \(number)") {
                _ = try await house.enter(attempt)
            }
        }
        #expect(try await house.store.judgePrefix("49151", at: house.now) == nil)
        house.clock.advance(by: .seconds(300))
        let until = house.now + .hours(1)
        #expect(try await house.store.judgePrefix("49151", at: house.now) == (stops ? until : nil))
        #expect(try await house.store.judgePrefix("49151", at: house.now) == nil, "said once")
        #expect(try await house.store.judgePrefix("4930", at: house.now) == nil)
        guard stops else { return }
        #expect(try await house.open(house.code()) == .sendLimit(retryAt: until))
        house.clock.advance(by: .hours(1))
        #expect(try await house.store.judgePrefix("49151", at: house.now) == nil)
        #expect(try await house.open(house.code()) == .opened)
    }
}

extension House {
    /// How many rows the tables of codes hold.
    func rows() async throws -> [Int64] {
        try await database.read { transaction in
            try ["otp_challenge", "outbox", "send_window", "quota", "registration", "idempotency"].map { table in
                try transaction.run(Statement("SELECT COUNT(*) FROM \(table)"))[0].int(0)
            }
        }
    }
}
