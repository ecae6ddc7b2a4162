import AuthStore
import Domain
import Primitives
import Support
import Testing

/// The limits of attempts at the two kinds of invite codes do not depend on each other.
@Suite struct `Limits of attempts at invite codes` {
    private static func attempt(
        _ fixture: AuthStoreFixture, _ purpose: InvitePurpose, by key: Int = 0, isLong: Bool = false,
        from addresses: [AddressGroup] = []
    ) async throws -> InviteAttempt.Outcome {
        try await fixture.store.countInviteAttempt(
            for: purpose, isLong: isLong, thumbprint: "key \(key)", from: addresses, limits: CodeLimits(),
            shardSeed: UInt64(key), at: fixture.now)
    }

    private static func isCounted(_ outcome: InviteAttempt.Outcome) -> Bool {
        if case .counted = outcome { true } else { false }
    }

    @Test(.requirement("C1"), arguments: [(InvitePurpose.device, InvitePurpose.parent), (.parent, .device)])
    func `after a thousand short codes for one purpose in an hour, those for the other and links are still compared`(
        flooded: InvitePurpose, other: InvitePurpose
    ) async throws {
        let fixture = try await AuthStoreFixture()
        for key in 1...1000 {
            guard Self.isCounted(try await Self.attempt(fixture, flooded, by: key)) else { throw SetupFailed() }
        }
        #expect(!Self.isCounted(try await Self.attempt(fixture, flooded)))
        #expect(Self.isCounted(try await Self.attempt(fixture, flooded, isLong: true)))
        #expect(Self.isCounted(try await Self.attempt(fixture, other)))
    }

    @Test(.requirement("C1"), arguments: [(InvitePurpose.device, InvitePurpose.parent), (.parent, .device)])
    func `after twenty short codes for one purpose from an address in an hour, those for the other are still compared`(
        flooded: InvitePurpose, other: InvitePurpose
    ) async throws {
        let fixture = try await AuthStoreFixture(), address = [AddressGroup(hash: [1], multiple: 1)]
        for key in 1...20 {
            #expect(Self.isCounted(try await Self.attempt(fixture, flooded, by: key, from: address)))
        }
        #expect(!Self.isCounted(try await Self.attempt(fixture, flooded, from: address)))
        #expect(Self.isCounted(try await Self.attempt(fixture, flooded, isLong: true, from: address)))
        #expect(Self.isCounted(try await Self.attempt(fixture, other, from: address)))
    }

    /// A right code takes its attempt back from the counts of its own purpose.
    @Test func `a right code counts for nothing`() async throws {
        let fixture = try await AuthStoreFixture(), address = [AddressGroup(hash: [1], multiple: 1)]
        try await fixture.inviteChild()
        for key in 1...19 { _ = try await Self.attempt(fixture, .device, by: key, from: address) }
        for _ in 1...3 {
            guard case .counted(let right) = try await Self.attempt(fixture, .device, from: address) else {
                return #expect(Bool(false), "the attempt was not counted")
            }
            _ = try await fixture.store.issueTicket([2], for: [[1]], counted: right, at: fixture.now)
        }
    }
}
