import AuthStore
import Domain
import Primitives
import Support
import Testing

/// The shares of address groups in the limits of a number, of a block and of the installation.
@Suite struct `The shares of address groups` {
    @Test func `of a number's five codes an hour one group gets two, and of its ten a day four`() async throws {
        let fixture = try await AuthStoreFixture(), first = fixture.now
        func expect(_ outcome: NewChallenge.Outcome, from group: UInt8, after time: Duration) async throws {
            fixture.clock.set(first + time)
            #expect(try await fixture.open(fixture.code(on: "key", from: [group])) == outcome, "\(group), \(time)")
        }
        try await expect(.opened, from: 1, after: .zero)
        try await expect(.opened, from: 1, after: .minutes(1))
        try await expect(.sendLimit(retryAt: first + .hours(1)), from: 1, after: .minutes(2))
        try await expect(.opened, from: 2, after: .minutes(2))
        try await expect(.opened, from: 2, after: .minutes(3))
        try await expect(.opened, from: 3, after: .minutes(4))
        try await expect(.sendLimit(retryAt: first + .hours(1)), from: 3, after: .minutes(5))
        try await expect(.opened, from: 1, after: .hours(2))
        try await expect(.opened, from: 1, after: .hours(3))
        try await expect(.sendLimit(retryAt: first + .hours(24)), from: 1, after: .hours(4) + .minutes(1))
        try await expect(.opened, from: 3, after: .hours(5))
    }

    @Test func `of a block's twenty codes an hour one group gets five, and others draw on twenty more`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [])
        let refused = NewChallenge.Outcome.sendLimit(retryAt: fixture.now + .hours(1))
        for group in 1...4 as ClosedRange<UInt8> {
            for _ in 0..<5 { #expect(try await fixture.open(fixture.code(from: [group])) == .opened) }
            #expect(try await fixture.open(fixture.code(from: [group])) == refused, "\(group)")
        }
        for group in 5...14 as ClosedRange<UInt8> {
            for outcome in [.opened, .opened, refused] {
                #expect(try await fixture.open(fixture.code(from: [group])) == outcome, "\(group)")
            }
        }
        #expect(try await fixture.open(fixture.code(from: [15])) == refused, "the reserve is used up")
        #expect(try await fixture.count("outbox") == 40)
    }

    @Test func `the share of a wide range is a multiple of one client's rate`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [.init(2, per: .hours(1))], perBlock: [])
        func open(_ narrow: UInt8, _ wide: UInt8) async throws -> NewChallenge.Outcome {
            let groups = [AddressGroup(hash: [0, wide], multiple: 4), AddressGroup(hash: [1, narrow], multiple: 1)]
            return try await fixture.open(fixture.code(), from: groups)
        }
        for narrow in 1...4 as ClosedRange<UInt8> {
            for isOpened in narrow == 4 ? [true, true, false] : [true, true] {
                #expect(try await (open(narrow, 1) == .opened) == isOpened, "\(narrow)")
            }
        }
        #expect(try await open(5, 1) != .opened, "the wide range has had eight")
        #expect(try await open(5, 2) == .opened)
    }

    @Test func `a device key that was admitted once has its own share, apart from that of admitted keys`() async throws
    {
        var fixture = try await AuthStoreFixture()
        let (account, session) = try await fixture.register(on: "phone")
        _ = try await fixture.makeCodes([[1]], of: session)
        let tablet = try await fixture.login(on: "tablet")
        _ = try await fixture.store.admit(
            tablet.id, of: account.id, digits: "42", idle: .days(14), idempotencyKey: nil,
            at: fixture.now)
        _ = try await fixture.store.revoke(
            tablet.id, of: account.id, from: session.id, confirmedBy: fixture.recoveryCode([1], of: session),
            idempotencyKey: nil, at: fixture.now)
        fixture.clock.advance(by: .hours(1))
        fixture.sends = SendLimits(perNumber: [.init(1, per: .hours(1))], perAddress: [], perBlock: [])
        for key in ["stranger", "tablet", "phone"] {
            #expect(try await fixture.open(fixture.code(on: key)) == .opened, "\(key)")
            #expect(try await fixture.open(fixture.code(on: key)) != .opened, "\(key)")
        }
    }
}

extension AuthStoreFixture {
    /// Opens a code as if it was requested from the given ranges.
    func open(_ code: NewChallenge, from groups: [AddressGroup]) async throws -> NewChallenge.Outcome {
        try await open(
            NewChallenge(
                purpose: code.purpose, id: code.id, thumbprint: code.thumbprint, salt: code.salt,
                codeHash: code.codeHash, expires: code.expires, message: code.message,
                keys: SendKeys(
                    phone: code.keys.phone, addresses: groups, block: code.keys.block, prefix: code.keys.prefix,
                    shardSeed: code.keys.shardSeed)))
    }
}
