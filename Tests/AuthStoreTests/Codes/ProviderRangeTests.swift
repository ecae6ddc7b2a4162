import AuthStore
import Domain
import Primitives
import Support
import Testing

/// The limits of the ranges that many customers of a provider share: the /32 and /40 of IPv6, the /16 of IPv4.
@Suite struct `The range of a provider` {
    /// The ranges of a client: the provider's with a limit of `multiple` clients, and the address group.
    private static func groups(_ provider: UInt8, _ group: UInt8, multiple: Int = 1_000) -> [AddressGroup] {
        [
            AddressGroup(hash: [9, provider], multiple: multiple, isProviderRange: true),
            AddressGroup(hash: [provider, group], multiple: 8),
        ]
    }

    @Test func `has a multiple of one client's rate in a full hour`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [.init(2, per: .hours(1))], perBlock: [])
        let refused = NewChallenge.Outcome.sendLimit(retryAt: AuthStoreFixture.fullHour)
        func open(_ provider: UInt8, _ group: UInt8) async throws -> NewChallenge.Outcome {
            try await fixture.open(fixture.code(), from: Self.groups(provider, group, multiple: 20))
        }
        for group in 0..<40 as Range<UInt8> { #expect(try await open(1, group) == .opened, "\(group)") }
        #expect(try await open(1, 40) == refused)
        #expect(try await open(2, 0) == .opened)
        fixture.clock.advance(by: AuthStoreFixture.fullHour - fixture.now - .milliseconds(1))
        #expect(try await open(1, 40) == refused)
        fixture.clock.advance(by: .milliseconds(1))
        #expect(try await open(1, 40) == .opened)
    }

    @Test func `has a tenth of the reserves of hour and day, and at least two codes`() async throws {
        for (perHour, share) in [(50, 2), (200, 2), (299, 2), (300, 3)] {
            var fixture = try await AuthStoreFixture()
            fixture.sends = SendLimits(
                perNumber: [], perAddress: [], perBlock: [], perDay: 100 * perHour, perHour: perHour)
            #expect(try await fixture.open(fixture.code()) == .opened)
            try await fixture.setUsed(Int64(perHour - 2 * (perHour / 10)), of: "send hour")
            for group in 0..<UInt8(share) {
                #expect(try await fixture.open(fixture.code(), from: Self.groups(1, group)) == .opened, "\(perHour)")
            }
            let next = try await fixture.open(fixture.code(), from: Self.groups(1, 99))
            #expect(next == .sendLimit(retryAt: AuthStoreFixture.fullHour), "\(perHour)")
            #expect(try await fixture.open(fixture.code(), from: Self.groups(2, 1)) == .opened, "\(perHour)")
        }
    }

    @Test func `has of a block's reserve as many codes as an address group has of the block`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [])
        for group in 0..<25 as Range<UInt8> {
            let outcome = try await fixture.open(fixture.code(), from: Self.groups(1, group))
            #expect(outcome == .opened, "\(group)")
        }
        let refused = NewChallenge.Outcome.sendLimit(retryAt: fixture.now + .hours(1))
        #expect(try await fixture.open(fixture.code(), from: Self.groups(1, 25)) == refused)
        #expect(try await fixture.open(fixture.code(), from: Self.groups(2, 1)) == .opened)
    }

    @Test func `has a part in a number's reserve only while it asked for no code to the number`() async throws {
        let fixture = try await AuthStoreFixture()
        func ask(_ provider: UInt8, _ group: UInt8) async throws -> Bool {
            defer { fixture.clock.advance(by: .minutes(1)) }
            return try await fixture.open(fixture.code(), from: Self.groups(provider, group)) == .opened
        }
        for group in [1, 1, 2, 2, 3] as [UInt8] { #expect(try await ask(1, group), "\(group)") }
        #expect(try await ask(1, 4) == false)
        #expect(try await ask(2, 1))
        #expect(try await ask(2, 2) == false)
        #expect(try await ask(3, 1))
    }

    @Test func `has a tenth of the codes to a prefix that is stopped`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [])
        for _ in 0..<100 { #expect(try await fixture.open(fixture.code(from: [77])) == .opened) }
        fixture.clock.advance(by: .seconds(60))
        let stop = try #require(try await fixture.store.stopAbusedPrefix("49151", at: fixture.now))
        for group in 0..<10 as Range<UInt8> {
            #expect(try await fixture.open(fixture.code(), from: Self.groups(1, group)) == .opened, "\(group)")
        }
        let refused = NewChallenge.Outcome.sendLimit(retryAt: min(stop.until, AuthStoreFixture.fullHour))
        #expect(try await fixture.open(fixture.code(), from: Self.groups(1, 10)) == refused)
        #expect(try await fixture.open(fixture.code(), from: Self.groups(2, 1)) == .opened)
    }

    @Test func `spends neither the hour nor its reserve for the clients of other providers`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perBlock: [], perDay: 400)
        var sent = 0
        for group in 0..<60 as Range<UInt8> {
            for _ in 0..<4 where try await fixture.open(fixture.code(), from: Self.groups(1, group)) == .opened {
                sent += 1
            }
        }
        #expect(sent == 42, "the common part of the hour, and two of the five in reserve")
        #expect(try await fixture.open(fixture.code(on: "new device"), from: Self.groups(2, 1)) == .opened)
    }
}
