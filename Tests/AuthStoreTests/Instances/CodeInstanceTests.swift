import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Codes on two instances` {
    @Test(.requirement("O3")) func `sixty-four parallel right codes open one session`() async throws {
        let instances = try await TwoInstances()
        _ = try await instances.first.register()
        let code = instances.first.code()
        _ = try await instances.first.open(code)
        let before = try await instances.count("session")
        let entered = try await instances.parallel(64) { fixture, _ in
            guard let attempt = try await fixture.counted(code.id) else { return false }
            guard case .signedIn = try await fixture.signIn(attempt) else { return false }
            return true
        }
        #expect(entered.count { $0 } == 1)
        #expect(try await instances.count("session") == before + 1)
        #expect(try await instances.deadlocks() == 0)
    }

    @Test func `of two hundred parallel attempts five are counted`() async throws {
        let instances = try await TwoInstances()
        let code = instances.first.code()
        _ = try await instances.first.open(code)
        let left = try await instances.parallel(200) { fixture, _ in try await fixture.counted(code.id)?.left }
        #expect(left.compactMap { $0 }.sorted() == [0, 1, 2, 3, 4])
    }

    @Test(.requirement("O4")) func `attempts in a row are counted exactly over the codes of many challenges`()
        async throws
    {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: []) }
        for round in 0..<3 {
            let code = instances.first.code()
            let opened = try await instances.first.open(code)
            guard round < 2 else {
                guard case .wait = opened else { return #expect(Bool(false), "\(opened)") }
                return
            }
            let streaks = try await instances.parallel(8) { fixture, _ in try await fixture.counted(code.id)?.streak }
            #expect(streaks.compactMap { $0 }.sorted() == (1...5).map { Int64(round * 5 + $0) })
        }
    }

    @Test func `sixty-four parallel starts and confirmations of one number make one account`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: []) }
        let entered = try await instances.parallel(64) { fixture, turn in
            let key = "key \(turn)", code = fixture.code(.registration, on: key)
            _ = try await fixture.start(code)
            guard let attempt = try await fixture.counted(code.id, on: key) else { throw SetupFailed() }
            guard
                case .signedIn(let account, let session) = try await fixture.signIn(
                    attempt, registration: fixture.registration(code))
            else { throw SetupFailed() }
            return (account.id, session.level)
        }
        #expect(Set(entered.map(\.0)).count == 1)
        #expect(entered.count { $0.1 == .full } == 1)
        #expect(try await instances.count("account") == 1)
        #expect(try await instances.deadlocks() == 0)
    }

    @Test func `a device key with many parallel requests has one open challenge`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: []) }
        let opened = try await instances.parallel(32) { fixture, _ in try await fixture.open(fixture.code()) }
        #expect(opened.allSatisfy { $0 == .opened })
        #expect(try await instances.count("otp_challenge", where: "used_at IS NULL AND ended_at IS NULL") == 1)
        #expect(try await instances.count("outbox", where: "state = 'ready'") == 1)
    }

    @Test func `one request at both instances takes effect once`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: []) }
        let key = IdempotencyKey(
            owner: [], thumbprint: "phone", method: "otp.request", request: instances.first.random.id(), mac: [1])
        let outcomes = try await instances.parallel(16) { fixture, _ in
            try await fixture.store.openChallenge(
                fixture.code(), within: fixture.sends, idempotencyKey: key, response: [9], at: fixture.now)
        }
        #expect(outcomes.count { $0 == .opened } == 1)
        #expect(outcomes.count { $0 == .replayed(.response([9], at: instances.first.now)) } == 15)
        #expect(try await instances.count("otp_challenge") == 1)
    }

    @Test func `the tenth wrong code in a row and a request for another code never both succeed`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: []) }
        for round in 0..<30 {
            let key = "key \(round)", earlier = instances.first.code(on: key), last = instances.first.code(on: key)
            for (code, attempts) in [(earlier, 5), (last, 4)] {
                #expect(try await instances.first.open(code) == .opened)
                for _ in 0..<attempts { #expect(try await instances.first.counted(code.id, on: key) != nil) }
            }
            let succeeded = try await instances.parallel(4) { fixture, turn in
                turn == 0
                    ? try await fixture.counted(last.id, on: key) != nil
                    : try await fixture.open(fixture.code(on: key)) == .opened
            }
            let isCounted =
                try await instances.count("otp_streak", where: "failures = 10 AND thumbprint = '\(key)'") == 1
            #expect(succeeded.count { $0 } == (isCounted ? 1 : 3), "round \(round)")
        }
        #expect(try await instances.deadlocks() == 0)
    }
}
