import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Coming in` {
    @Test func `sixty-four parallel right codes open one session`() async throws {
        var house = try await House()
        house.codes.perChallenge = 64
        house.codes.inARow = 100
        _ = try await house.register()
        let code = house.code()
        _ = try await house.open(code)
        let outcomes = try await withThrowingTaskGroup(of: Arrival.Outcome?.self) { [house] group in
            for _ in 0..<64 {
                group.addTask {
                    guard let attempt = try await house.counted(code.id) else { return nil }
                    return try await house.enter(attempt)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let entered = outcomes.filter { if case .entered = $0 { true } else { false } }
        #expect(entered.count == 1)
    }

    @Test func `the first device is let in and a second one has to prove itself`() async throws {
        let house = try await House()
        let (account, first) = try await house.register()
        #expect(first.gate == .full)
        #expect(account.approval == .waitingForApproval)
        let second = try await house.login(on: "tablet")
        #expect(second.gate == .unproven)
        #expect(second.digits == "42")
        #expect(try await house.standing(first).session?.ended == nil)
    }

    @Test func `automatic groups approve and never admit`() async throws {
        let house = try await House()
        let (account, _) = try await house.register(group: "home")
        #expect(account.approval == .approvedForSyncing)
        #expect(account.kind == .parent)
        #expect(try await house.login(on: "tablet").gate == .unproven)
    }

    @Test func `a device that was let in comes back with a code alone, in place of its former session`() async throws {
        let house = try await House()
        let (_, first) = try await house.register()
        let again = try await house.login(on: "phone")
        #expect(again.gate == .full)
        #expect(again.device == first.device)
        #expect(try await house.standing(first).session?.ended == .loginRequired)
    }

    @Test func `a right code for a number without an account opens nothing and is used up`() async throws {
        let house = try await House()
        let code = house.code()
        _ = try await house.open(code)
        let attempt = try #require(try await house.counted(code.id))
        #expect(try await house.enter(attempt) == .notRegistered)
        #expect(try await house.enter(attempt) == .over)
    }

    @Test func `a repeated request finds the session it opened`() async throws {
        let house = try await House()
        _ = try await house.register()
        let code = house.code()
        _ = try await house.open(code)
        let once = Once(owner: [], thumbprint: "phone", method: "otp.verify", request: house.random.id(), mac: [1])
        let attempt = try #require(try await house.counted(code.id))
        guard case .entered(let account, let session) = try await house.enter(attempt, once: once) else {
            throw Stuck()
        }
        let memory = Once.Memory.done(account.id.bytes + session.id.bytes, at: house.now)
        #expect(try await house.enter(attempt, once: once) == .repeated(memory))
        let other = Once(owner: [], thumbprint: "phone", method: "otp.verify", request: once.request, mac: [2])
        #expect(try await house.enter(attempt, once: other) == .repeated(.reused))
    }

    @Test func `a blocked account answers blocked, and registering again makes it begin anew`() async throws {
        let house = try await House()
        let (account, first) = try await house.register()
        let moved = Decision(account: account.id, version: 1, status: .approvedForSyncing, reason: nil)
        _ = try await house.store.decide(moved, by: .administrator, once: nil, answer: [], at: house.now)
        #expect(try await house.store.block(account.id, at: house.now))
        let login = house.code()
        _ = try await house.open(login)
        #expect(try await house.enter(try #require(try await house.counted(login.id))) == .blocked)
        #expect(try await house.standing(first).session?.ended == nil)
        house.clock.advance(by: .seconds(60))
        let code = house.code(.registration)
        _ = try await house.start(code)
        let attempt = try #require(try await house.counted(code.id))
        #expect(try await house.enter(attempt, registration: house.registration(code)) == .changed)
        let outcome = try await house.enter(attempt, registration: house.registration(code), again: true)
        guard case .entered(let renewed, let session) = outcome else { throw Stuck() }
        #expect(renewed.state == .registered)
        #expect(renewed.tsv == account.tsv + 1)
        #expect(renewed.approval == .waitingForApproval)
        #expect(session.gate == .unproven)
        #expect(try await house.standing(first).session?.ended == .loginRequired)
    }
}
