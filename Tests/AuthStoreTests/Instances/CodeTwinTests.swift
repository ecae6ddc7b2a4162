import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Codes over two instances` {
    @Test func `sixty-four parallel right codes open one session`() async throws {
        let twins = try await House.twins()
        _ = try await twins.first.register()
        let code = twins.first.code()
        _ = try await twins.first.open(code)
        let before = try await twins.count("session")
        let entered = try await twins.parallel(64) { house, _ in
            guard let attempt = try await house.counted(code.id) else { return false }
            guard case .entered = try await house.enter(attempt) else { return false }
            return true
        }
        #expect(entered.count { $0 } == 1)
        #expect(try await twins.count("session") == before + 1)
        #expect(try await twins.deadlocks() == 0)
    }

    @Test func `of two hundred parallel guesses five are counted`() async throws {
        let twins = try await House.twins()
        let code = twins.first.code()
        _ = try await twins.first.open(code)
        let left = try await twins.parallel(200) { house, _ in try await house.counted(code.id)?.left }
        #expect(left.compactMap { $0 }.sorted() == [0, 1, 2, 3, 4])
    }

    @Test func `attempts in a row are counted exactly over the codes of many challenges`() async throws {
        var twins = try await House.twins()
        twins.limit { $0 = SendLimits(number: [], address: [], block: []) }
        for round in 0..<3 {
            let code = twins.first.code()
            let opened = try await twins.first.open(code)
            guard round < 2 else {
                guard case .wait = opened else { return #expect(Bool(false), "\(opened)") }
                return
            }
            let streaks = try await twins.parallel(8) { house, _ in try await house.counted(code.id)?.streak }
            #expect(streaks.compactMap { $0 }.sorted() == (1...5).map { Int64(round * 5 + $0) })
        }
    }

    @Test func `sixty-four parallel starts and confirmations of one number make one account`() async throws {
        var twins = try await House.twins()
        twins.limit { $0 = SendLimits(number: [], address: [], block: []) }
        let entered = try await twins.parallel(64) { house, turn in
            let key = "key \(turn)", code = house.code(.registration, on: key)
            _ = try await house.start(code)
            guard let attempt = try await house.counted(code.id, on: key) else { throw Stuck() }
            guard
                case .entered(let account, let session) = try await house.enter(
                    attempt, registration: house.registration(code))
            else { throw Stuck() }
            return (account.id, session.gate)
        }
        #expect(Set(entered.map(\.0)).count == 1)
        #expect(entered.count { $0.1 == .full } == 1)
        #expect(try await twins.count("account") == 1)
        #expect(try await twins.deadlocks() == 0)
    }

    @Test func `a device key that asks many times at once has one open challenge`() async throws {
        var twins = try await House.twins()
        twins.limit { $0 = SendLimits(number: [], address: [], block: []) }
        let opened = try await twins.parallel(32) { house, _ in try await house.open(house.code()) }
        #expect(opened.allSatisfy { $0 == .opened })
        #expect(try await twins.count("otp_challenge", where: "used_at IS NULL AND ended_at IS NULL") == 1)
        #expect(try await twins.count("outbox", where: "state = 'ready'") == 1)
    }

    @Test func `one request at both instances takes effect once`() async throws {
        var twins = try await House.twins()
        twins.limit { $0 = SendLimits(number: [], address: [], block: []) }
        let once = Once(
            owner: [], thumbprint: "phone", method: "otp.request", request: twins.first.random.id(), mac: [1])
        let outcomes = try await twins.parallel(16) { house, _ in
            try await house.store.openChallenge(
                house.code(), within: house.sends, once: once, answer: [9], at: house.now)
        }
        #expect(outcomes.count { $0 == .opened } == 1)
        #expect(outcomes.count { $0 == .repeated(.done([9], at: twins.first.now)) } == 15)
        #expect(try await twins.count("otp_challenge") == 1)
    }
}
