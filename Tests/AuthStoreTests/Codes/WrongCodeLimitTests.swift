import AuthStore
import Domain
import Primitives
import Support
import Testing

/// The limit on wrong codes of the installation, once its hourly quota is used up.
@Suite struct `Wrong codes beyond the quota` {
    @Test func `a right code of another address is not refused, and is not counted`() async throws {
        let fixture = try await AuthStoreFixture.withSpentQuota()
        for key in 0..<20 {
            let code = try await fixture.opened(on: "person \(key)", from: [7])
            let attempt = try #require(try await fixture.counted(code.id, on: "person \(key)"))
            #expect(try await fixture.signIn(attempt) == .notRegistered)
        }
    }

    @Test func `a device key with a wrong code waits for the next hour, also at another number and address`()
        async throws
    {
        var fixture = try await AuthStoreFixture.withSpentQuota()
        let first = try await fixture.opened(on: "guesser", from: [7])
        #expect(try await fixture.counted(first.id, on: "guesser") != nil)
        let wait = Attempt.Outcome.wait(until: AuthStoreFixture.fullHour)
        #expect(try await fixture.attempt(first.id, on: "guesser") == wait)
        let other = try await fixture.opened(to: AuthStoreFixture.otherPhone, on: "guesser", from: [6])
        #expect(try await fixture.attempt(other.id, on: "guesser") == wait)
        fixture.clock.set(AuthStoreFixture.fullHour)
        fixture.sends.wrongPerHour = 1
        let later = try await fixture.opened(to: AuthStoreFixture.otherPhone, on: "guesser", from: [6])
        #expect(try await fixture.counted(later.id, on: "guesser") != nil)
    }

    @Test func `an attempt that is refused uses up no attempt of its challenge`() async throws {
        let fixture = try await AuthStoreFixture.withSpentQuota()
        let code = try await fixture.opened(on: "guesser", from: [7])
        for _ in 0..<10 { _ = try await fixture.attempt(code.id, on: "guesser") }
        #expect(try await fixture.count("otp_challenge", where: "tries > 1 AND thumbprint = 'guesser'") == 0)
    }

    @Test func `of one address group five wrong codes are compared, whatever its device keys, and not a sixth`()
        async throws
    {
        let fixture = try await AuthStoreFixture.withSpentQuota()
        var codes: [NewChallenge] = []
        for key in 0..<20 { codes.append(try await fixture.opened(on: "key \(key)", from: [7])) }
        let compared = try await withThrowingTaskGroup(of: Bool.self) { group in
            for code in codes {
                group.addTask { try await fixture.counted(code.id, on: code.thumbprint) != nil }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(compared == 5)
        let other = try await fixture.opened(on: "a person", from: [6])
        #expect(try await fixture.counted(other.id, on: "a person") != nil)
    }

    @Test func `wrong codes from before the quota was used up count for their device key and address group`()
        async throws
    {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [], wrongPerHour: 5)
        let wrong = try await fixture.opened(on: "guesser", from: [7])
        for _ in 0..<5 { #expect(try await fixture.counted(wrong.id, on: "guesser") != nil) }
        for (key, group, isCounted) in [("guesser", [8], false), ("another", [7], false), ("another", [8], true)]
            as [(String, [UInt8], Bool)]
        {
            let code = try await fixture.opened(on: key, from: group)
            #expect(try await (fixture.counted(code.id, on: key) != nil) == isCounted, "\(key) \(group)")
        }
    }

    @Test func `four wrong codes of others behind one address refuse nobody`() async throws {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [], wrongPerHour: 4)
        let wrong = try await fixture.opened(on: "guesser", from: [7])
        for _ in 0..<4 { #expect(try await fixture.counted(wrong.id, on: "guesser") != nil) }
        let code = try await fixture.opened(on: "another", from: [7])
        #expect(try await fixture.counted(code.id, on: "another") != nil)
    }
}

extension AuthStoreFixture {
    /// A store whose quota of wrong codes allows none.
    fileprivate static func withSpentQuota() async throws -> AuthStoreFixture {
        var fixture = try await AuthStoreFixture()
        fixture.sends = SendLimits(perNumber: [], perAddress: [], perBlock: [], wrongPerHour: 0)
        return fixture
    }

    fileprivate func opened(
        to phone: PhoneIndex = phone, on key: String, from group: [UInt8]
    ) async throws -> NewChallenge {
        let code = code(to: phone, on: key, from: group)
        guard case .opened = try await open(code) else { throw SetupFailed() }
        return code
    }
}
