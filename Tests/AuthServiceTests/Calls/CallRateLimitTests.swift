import Primitives
import Support
import Testing

@testable import AuthService

@Suite struct `Limit on calls that may write` {
    private static let burst = 100

    @Test func `a client has a burst of calls, then one in each interval, and is told the exact time`() throws {
        let clock = StoppedClock(), limit = CallRateLimit(perMinute: 600, clock: clock.steady)
        let client = PhoneProtection.networks(of: "2001:db8::1")
        for _ in 0..<Self.burst { #expect(limit.take(from: client) == nil) }
        #expect(limit.take(from: client) == .milliseconds(100))
        clock.advance(by: .nanoseconds(99_999_999))
        #expect(limit.take(from: client) == .nanoseconds(1))
        clock.advance(by: .nanoseconds(1))
        #expect(limit.take(from: client) == nil)
        #expect(limit.take(from: client) == .milliseconds(100))
        clock.advance(by: .seconds(10))
        for _ in 0..<Self.burst { #expect(limit.take(from: client) == nil) }
        #expect(limit.take(from: client) == .milliseconds(100))
    }

    @Test(arguments: [
        ("2001:db8:0:%::1", 1 << 8, 2, "a /56"), ("2001:db8:0:%00::1", 1 << 8, 4, "a /48"),
        ("198.51.100.%", 250, 8, "a /24"),
    ])
    func `a wider range of addresses has a multiple of one client's calls, however many addresses it has`(
        pattern: String, addresses: Int, multiple: Int, range: String
    ) throws {
        let clock = StoppedClock(), limit = CallRateLimit(perMinute: 600, clock: clock.steady)
        var accepted = 0
        for number in 0..<addresses {
            let part = pattern.contains(":") ? String(number, radix: 16) : String(number)
            let client = PhoneProtection.networks(of: pattern.replacing("%", with: part))
            for _ in 0..<Self.burst where limit.take(from: client) == nil { accepted += 1 }
        }
        // Two addresses may share a bucket by chance, and then have fewer calls.
        #expect(
            (multiple * Self.burst - Self.burst...multiple * Self.burst).contains(accepted), "\(range): \(accepted)")
        #expect(limit.take(from: PhoneProtection.networks(of: "203.0.113.9")) == nil, "another network is not limited")
    }

    @Test func `a refused call is not counted, so a client that goes on asking waits no longer`() throws {
        let clock = StoppedClock(), limit = CallRateLimit(perMinute: 600, clock: clock.steady)
        let client = PhoneProtection.networks(of: "198.51.100.7")
        for _ in 0..<Self.burst { _ = limit.take(from: client) }
        for _ in 0..<10_000 { #expect(limit.take(from: client) == .milliseconds(100)) }
        clock.advance(by: .milliseconds(100))
        #expect(limit.take(from: client) == nil)
    }
}
