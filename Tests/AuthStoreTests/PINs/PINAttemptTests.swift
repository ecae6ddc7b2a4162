import AuthStore
import Domain
import Glibc
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct `Attempts at a PIN` {
    @Test(.requirement("P3")) func `a crash between counting and verifying leaves the attempt counted`() async throws {
        let location = try await StoreLocation(AuthStore.migrations)
        await #expect(processExitsWith: .signal(SIGKILL)) { [address = location.address as String] in
            setenv("LATCHKEY_FAILPOINT", "after-count:3", 1)
            let fixture = try await AuthStoreFixture(at: StoreLocation(AuthStore.migrations, at: address))
            let account = try await fixture.registerWithPIN().account
            // The code of the registration was the first attempt that is counted.
            for _ in 0..<3 { _ = try await fixture.countedPIN(of: account.id) }
        }
        let fixture = try await AuthStoreFixture(at: location)
        #expect(try await fixture.count("pin", where: "attempts = 2 AND failures = 2") == 1)
    }

    @Test func `the attempt after the last one that a crash has left counted blocks the account`() async throws {
        let fixture = try await AuthStoreFixture(), account = try await fixture.registerWithPIN().account
        let challenges = [
            try await fixture.pinChallenge(.unlock, of: account.id),
            try await fixture.pinChallenge(.login, of: account.id),
        ]
        for _ in 0..<2 { _ = try await fixture.countedPIN(of: account.id) }
        _ = try await fixture.pinAttempt(challenges[1])
        // No attempt has failed so far: each process has died before it verified the proof.
        #expect(try await fixture.count("account", where: "state = 'BLOCKED'") == 0)
        let next = try await fixture.pinChallenge(.unlock, of: account.id)
        #expect(try await fixture.pinAttempt(next) == .blocked)
        #expect(try await fixture.count("account", where: "state = 'BLOCKED'") == 1)
    }

    @Test(.requirement("P6")) func `a right attempt does not reset a later one that is not verified yet`() async throws
    {
        let fixture = try await AuthStoreFixture(), account = try await fixture.registerWithPIN().account
        let login = try await fixture.pinChallenge(.login, of: account.id)
        guard case .counted(let right) = try await fixture.pinAttempt(login) else { throw SetupFailed() }
        _ = try await fixture.countedPIN(of: account.id)
        _ = try await fixture.store.logIn(
            by: right, opening: fixture.newSession(), idempotencyKey: nil, at: fixture.now)
        #expect(try await fixture.count("pin", where: "attempts = 2 AND failures = 1") == 1)
    }

    @Test(.requirement("P6"))
    func `a right attempt at an act is given back once, and not if another one was counted since`() async throws {
        let fixture = try await AuthStoreFixture(), (account, session) = try await fixture.registerWithPIN()
        let right = try #require(try await fixture.countedPIN(.reauth, of: account.id, by: session.id))
        for _ in 0..<2 { try await fixture.store.giveBack(right, at: fixture.now) }
        #expect(try await fixture.count("pin", where: "attempts = 0 AND failures = 0") == 1)
        let second = try #require(try await fixture.countedPIN(.reauth, of: account.id, by: session.id))
        _ = try await fixture.countedPIN(of: account.id)
        try await fixture.store.giveBack(second, at: fixture.now)
        #expect(try await fixture.count("pin", where: "attempts = 2 AND failures = 2") == 1)
    }

    enum Change: CaseIterable { case block, changePIN, revokeAll, removeDevice }

    @Test(.requirement("P6", "P7"), arguments: Change.allCases)
    func `a right attempt is refused if the account, the PIN or the device changed since it was counted`(
        change: Change
    ) async throws {
        let fixture = try await AuthStoreFixture(), (account, session) = try await fixture.registerWithPIN()
        let login = try await fixture.pinChallenge(.login, of: account.id)
        guard case .counted(let right) = try await fixture.pinAttempt(login) else { throw SetupFailed() }
        let unlock = try #require(try await fixture.countedPIN(of: account.id))
        switch change {
        case .block: #expect(try await fixture.store.block(account.id, at: fixture.now))
        case .changePIN:
            let attempt = try #require(try await fixture.countedPIN(.change, of: account.id, by: session.id))
            let outcome = try await fixture.store.changePIN(
                to: fixture.newPIN(2), by: attempt, in: session.id, idempotencyKey: nil, at: fixture.now)
            guard case .stored = outcome else { throw SetupFailed() }
        case .revokeAll:
            _ = try await fixture.store.revokeAll(of: account.id, by: session.id, idempotencyKey: nil, at: fixture.now)
        case .removeDevice:
            _ = try await fixture.store.removeDevice(session.device, of: account.id, reason: nil, at: fixture.now)
        }
        let before = try await fixture.count("session")
        let outcome = try? await fixture.store.logIn(
            by: right, opening: fixture.newSession(), idempotencyKey: nil, at: fixture.now)
        if case .signedIn = outcome { Issue.record("the PIN opened a session after \(change)") }
        #expect(try await fixture.store.unlock(by: unlock, lapse: .days(90), at: fixture.now) == nil)
        #expect(try await fixture.count("session") == before)
    }
}

@Suite struct `Attempts at a PIN on two instances` {
    @Test(.requirement("P3"), arguments: [1, 3, 10])
    func `of sixty-four at once as many are counted as the limit allows`(limit: Int)
        async throws
    {
        let instances = try await TwoInstances(), account = try await instances.first.registerWithPIN().account
        var limits = PINLimits()
        limits.failedLogins = limit
        let counted = try await instances.parallel(64) { [limits] fixture, turn in
            // Each purpose has one open challenge of a device key, so most of the calls find theirs replaced.
            try? await fixture.countedPIN(turn % 2 == 0 ? .unlock : .login, of: account.id, limits: limits)
        }
        let numbers = counted.compactMap { $0 }
        #expect(numbers.count <= limit)
        #expect(try await instances.count("pin", where: "attempts = \(numbers.count)") == 1)
        #expect(try await instances.deadlocks() == 0)
    }

    @Test func `of sixty-four waiting new devices three are counted, and the others wait`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: []) }
        let account = try await instances.first.registerWithPIN().account
        var challenges: [(String, PINChallengeRecord)] = []
        for turn in 0..<64 {
            let key = "new \(turn)", session = try await instances.first.login(on: key)
            challenges.append(
                (key, try await instances.first.pinChallenge(.login, of: account.id, by: session.id, on: key)))
            instances.first.clock.advance(by: .zero - .seconds(61))
        }
        let outcomes = try await instances.parallel(64) { [challenges] fixture, turn in
            try await fixture.pinAttempt(challenges[turn].1, content: UInt8(turn), on: challenges[turn].0)
        }
        let counted = outcomes.count { if case .counted = $0 { true } else { false } }
        let waiting = outcomes.count { if case .wait = $0 { true } else { false } }
        #expect(counted == 3 && waiting == 61)
        #expect(try await instances.count("account", where: "state = 'REGISTERED'") == 1)
        #expect(try await instances.count("pin", where: "failures = 3 AND attempts = 0") == 1)
    }
}
