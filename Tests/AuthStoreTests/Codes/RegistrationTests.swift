import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Registrations under way` {
    @Test func `a second start on the same device key is out of step, on another it is not`() async throws {
        var house = try await House()
        house.sends.number = []
        #expect(try await house.start(house.code(.registration)) == .opened)
        #expect(try await house.start(house.code(.registration)) == .outOfStep)
        #expect(try await house.start(house.code(.registration, on: "tablet")) == .opened)
    }

    @Test func `a started registration is forgotten after a day`() async throws {
        let house = try await House()
        #expect(try await house.start(house.code(.registration)) == .opened)
        house.clock.advance(by: .hours(24))
        #expect(try await house.store.registration(of: House.phone, by: "phone", at: house.now).registration == nil)
        #expect(try await house.start(house.code(.registration)) == .opened)
    }

    @Test func `a restart needs a started registration of the same device key`() async throws {
        let house = try await House()
        let code = house.code(.registration)
        func restart(_ code: NewChallenge) async throws -> NewChallenge.Outcome {
            try await house.store.restartRegistration(code, within: house.sends, once: nil, answer: [], at: house.now)
        }
        #expect(try await restart(house.code(.registration)) == .outOfStep)
        _ = try await house.start(code)
        house.clock.advance(by: .seconds(60))
        #expect(try await restart(house.code(.registration, on: "tablet")) == .outOfStep)
        let next = house.code(.registration)
        #expect(try await restart(next) == .opened)
        #expect(try await house.attempt(code.id) == .over)
        #expect(try await house.store.registration(confirming: next.id, by: "phone", at: house.now) != nil)
        #expect(try await house.store.registration(confirming: next.id, by: "tablet", at: house.now) == nil)
    }

    @Test func `sixty-four parallel confirmations of one number make one account`() async throws {
        var house = try await House()
        house.sends = SendLimits(number: [], address: [], block: [])
        var ready: [(Attempt, RegistrationRecord)] = []
        for place in 0..<64 {
            let code = house.code(.registration, on: "key \(place)")
            _ = try await house.start(code)
            if let attempt = try await house.counted(code.id, on: "key \(place)") {
                ready.append((attempt, house.registration(code)))
            }
        }
        #expect(ready.count == 64)
        let outcomes = try await withThrowingTaskGroup(of: Arrival.Outcome.self) { [house] group in
            for (attempt, registration) in ready {
                group.addTask { try await house.enter(attempt, registration: registration) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let entered = outcomes.compactMap { outcome -> (AccountRecord, SessionRecord)? in
            guard case .entered(let account, let session) = outcome else { return nil }
            return (account, session)
        }
        #expect(entered.count == 64)
        #expect(Set(entered.map(\.0.id)).count == 1)
        #expect(entered.filter { $0.1.gate == .full }.count == 1)
    }
}
