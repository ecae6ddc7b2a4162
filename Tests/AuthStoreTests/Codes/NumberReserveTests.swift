import AuthStore
import Domain
import Primitives
import Support
import Testing

/// The shares of known devices in the codes of a number, and the reserve of a number.
@Suite struct `The codes of a number` {
    /// An account with the admitted devices `phone`, `tablet` and `laptop`, a day after they were admitted.
    private static func account() async throws -> AuthStoreFixture {
        let fixture = try await AuthStoreFixture()
        let (account, session) = try await fixture.register(on: "phone")
        for device in ["tablet", "laptop"] {
            fixture.clock.advance(by: .hours(1))
            let waiting = try await fixture.login(on: device)
            _ = try await fixture.store.admit(
                waiting.id, of: account.id, digits: "42", idle: .days(14), idempotencyKey: nil, at: fixture.now)
        }
        _ = session
        fixture.clock.advance(by: .days(1))
        return fixture
    }

    @Test func `one known device gets two an hour and four a day, and a further one and two to remove a device`()
        async throws
    {
        let fixture = try await Self.account(), first = fixture.now
        func expect(_ outcome: NewChallenge.Outcome, _ purpose: CodePurpose, after time: Duration) async throws {
            fixture.clock.set(first + time)
            #expect(try await fixture.open(fixture.code(purpose, on: "phone")) == outcome, "\(purpose), \(time)")
        }
        try await expect(.opened, .login, after: .zero)
        try await expect(.opened, .deleteAccount, after: .minutes(1))
        for purpose in [CodePurpose.login, .deleteAccount, .recoveryCodes] {
            try await expect(.sendLimit(retryAt: first + .hours(1)), purpose, after: .minutes(2))
        }
        try await expect(.opened, .removeDevice, after: .minutes(2))
        try await expect(.sendLimit(retryAt: first + .hours(1)), .removeDevice, after: .minutes(3))
        try await expect(.opened, .login, after: .hours(2))
        try await expect(.sendLimit(retryAt: first + .hours(24)), .login, after: .hours(3))
        try await expect(.opened, .removeDevice, after: .hours(3))
        try await expect(.opened, .removeDevice, after: .hours(4) + .minutes(1))
        try await expect(.sendLimit(retryAt: first + .hours(24)), .removeDevice, after: .hours(6))
        try await expect(.opened, .login, after: .hours(24) + .minutes(2))
    }

    @Test func `a known device that asked for none draws on a reserve of two an hour and four a day`() async throws {
        var fixture = try await Self.account()
        fixture.sends.perNumber = [.init(1, per: .seconds(60)), .init(1, per: .hours(1)), .init(2, per: .hours(24))]
        fixture.sends.perNumberAndKey = [.init(9, per: .hours(24))]
        let first = fixture.now, until = NewChallenge.Outcome.sendLimit(retryAt: first + .hours(1))
        func expect(_ outcome: NewChallenge.Outcome, on key: String, after time: Duration) async throws {
            fixture.clock.set(first + time)
            #expect(try await fixture.open(fixture.code(on: key)) == outcome, "\(key), \(time)")
        }
        try await expect(.opened, on: "phone", after: .zero)
        try await expect(.sendLimit(retryAt: first + .seconds(60)), on: "tablet", after: .seconds(59))
        try await expect(until, on: "phone", after: .seconds(60))
        try await expect(.opened, on: "tablet", after: .seconds(60))
        try await expect(until, on: "tablet", after: .seconds(119))
        try await expect(.sendLimit(retryAt: first + .seconds(120)), on: "laptop", after: .seconds(119))
        try await expect(.opened, on: "laptop", after: .seconds(120))
        // The day's two are used up by the second of the phone, and the tablet and the laptop had one each in the day.
        try await expect(.opened, on: "phone", after: .hours(2))
        try await expect(.sendLimit(retryAt: first + .hours(24)), on: "tablet", after: .hours(3))
    }

    @Test func `a code that removes a device is sent from the reserve to whichever known device asks`() async throws {
        var fixture = try await Self.account()
        fixture.sends.perNumber = [.init(1, per: .seconds(60)), .init(1, per: .hours(1))]
        fixture.sends.perNumberAndKeyToRemove = [.init(9, per: .hours(1))]
        let first = fixture.now
        for isOpened in [true, true, true, false] {
            let code = fixture.code(.removeDevice, on: "phone")
            let refused = NewChallenge.Outcome.sendLimit(retryAt: first + .minutes(1) + .hours(1))
            #expect(try await fixture.open(code) == (isOpened ? .opened : refused))
            fixture.clock.advance(by: .minutes(1))
        }
    }

    @Test func `an address group that asked for none draws on a reserve of two an hour and four a day`() async throws {
        let fixture = try await AuthStoreFixture(), first = fixture.now
        func ask(_ group: UInt8) async throws -> Bool {
            defer { fixture.clock.advance(by: .minutes(1)) }
            return try await fixture.open(fixture.code(on: "key \(group)", from: [group])) == .opened
        }
        func expect(_ sent: [UInt8], refused: [UInt8]) async throws {
            for group in sent { #expect(try await ask(group), "\(group)") }
            for group in refused { #expect(try await ask(group) == false, "\(group)") }
        }
        try await expect([1, 1, 2, 2, 3], refused: [1, 2, 3])
        try await expect([4, 5], refused: [4, 5, 6])
        #expect(try await fixture.open(fixture.code(on: "no address")) != .opened)
        fixture.clock.set(first + .hours(2))
        try await expect([1, 1, 2, 2, 3], refused: [1, 2, 3, 4])
        try await expect([7, 8], refused: [9])
        fixture.clock.set(first + .hours(4))
        try await expect([], refused: [1, 2, 3, 10])
    }

    @Test func `the thief of one device and three address groups keep neither known nor new devices from a code`()
        async throws
    {
        let fixture = try await Self.account()
        var sent = ["tablet": 0, "new": 0]
        for minute in 0..<24 * 60 {
            for group in 1...3 as ClosedRange<UInt8> {
                _ = try await fixture.open(fixture.code(on: "stranger \(group)", from: [group]))
            }
            for purpose in [CodePurpose.login, .removeDevice] {
                _ = try await fixture.open(fixture.code(purpose, on: "phone"))
            }
            // The owner asks at half past, for the new device once a day in each of four places.
            fixture.clock.advance(by: .seconds(60))
            guard minute % 60 == 30 else { continue }
            if minute / 60 % 6 == 0 {
                let place = UInt8(10 + minute / 360)
                fixture.clock.advance(by: .milliseconds(1))
                let isOpened = try await fixture.open(fixture.code(on: "new", from: [place])) == .opened
                if isOpened { sent["new", default: 0] += 1 }
                let isRemoval = try await fixture.open(fixture.code(.removeDevice, on: "tablet")) == .opened
                if isRemoval { sent["tablet", default: 0] += 1 }
            }
        }
        #expect(sent == ["tablet": 4, "new": 4])
    }
}
