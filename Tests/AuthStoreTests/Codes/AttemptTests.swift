import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Guessing one-time codes` {
    @Test func `a challenge takes five attempts and not a sixth`() async throws {
        let house = try await House()
        let code = house.code()
        #expect(try await house.open(code) == .opened)
        for left in [4, 3, 2, 1, 0] { #expect(try await house.counted(code.id)?.left == left) }
        #expect(try await house.attempt(code.id) == .exhausted)
    }

    @Test func `the tenth attempt in a row makes the device key wait twenty minutes`() async throws {
        let house = try await House()
        for _ in 0..<2 {
            let code = house.code(from: nil)
            #expect(try await house.open(code) == .opened)
            for _ in 0..<5 { #expect(try await house.counted(code.id) != nil) }
            house.clock.advance(by: .seconds(61))
        }
        let until = house.now - .seconds(61) + .minutes(20)
        #expect(try await house.open(house.code()) == .wait(until: until))
        house.clock.advance(by: until - house.now - .milliseconds(1))
        #expect(try await house.open(house.code()) == .wait(until: until))
        house.clock.advance(by: .milliseconds(1))
        let code = house.code()
        #expect(try await house.open(code) == .opened)
        #expect(try await house.counted(code.id)?.streak == 1)
    }

    @Test func `one stranger's guesses do not make another device key wait`() async throws {
        var house = try await House()
        house.sends.number = []
        for _ in 0..<2 {
            let code = house.code(on: "stranger", from: nil)
            _ = try await house.open(code)
            for _ in 0..<5 { _ = try await house.attempt(code.id, on: "stranger") }
        }
        let own = house.code(on: "phone")
        #expect(try await house.open(own) == .opened)
        #expect(try await house.counted(own.id) != nil)
    }

    @Test func `a code is good for its purpose and its device key alone`() async throws {
        let house = try await House()
        let code = house.code(.login)
        _ = try await house.open(code)
        #expect(try await house.attempt(code.id, for: [.deleteAccount]) == .over)
        #expect(try await house.attempt(code.id, on: "another") == .over)
        #expect(try await house.attempt(house.random.id()) == .over)
        #expect(try await house.counted(code.id)?.left == 4)
    }

    @Test func `a code is good until its last millisecond`() async throws {
        let house = try await House()
        let code = house.code()
        _ = try await house.open(code)
        house.clock.advance(by: .milliseconds(299_999))
        #expect(try await house.counted(code.id) != nil)
        house.clock.advance(by: .milliseconds(1))
        #expect(try await house.attempt(code.id) == .over)
    }

    @Test func `a new code ends the former one of the same device key only`() async throws {
        var house = try await House()
        house.sends.number = []
        let first = house.code(), other = house.code(on: "tablet"), second = house.code()
        for code in [first, other, second] { #expect(try await house.open(code) == .opened) }
        #expect(try await house.attempt(first.id) == .over)
        #expect(try await house.counted(other.id, on: "tablet") != nil)
        #expect(try await house.counted(second.id) != nil)
    }

    @Test func `a new code does not give back attempts in a row`() async throws {
        let house = try await House()
        let first = house.code()
        _ = try await house.open(first)
        _ = try await house.attempt(first.id)
        house.clock.advance(by: .seconds(60))
        let second = house.code()
        _ = try await house.open(second)
        #expect(try await house.counted(second.id)?.streak == 2)
    }

    @Test func `of two hundred parallel attempts five are counted`() async throws {
        let house = try await House()
        let code = house.code()
        _ = try await house.open(code)
        let counted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 { group.addTask { try await house.counted(code.id) != nil } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(counted == 5)
    }

    @Test func `when the budget of wrong codes is empty strangers wait and the owner does not`() async throws {
        var house = try await House()
        house.sends.number = []
        _ = try await house.register(on: "phone")
        house.sends.wrongPerHour = 2
        let strange = house.code(on: "stranger"), own = house.code(on: "phone")
        for code in [strange, own] { _ = try await house.open(code) }
        for _ in 0..<2 { #expect(try await house.counted(strange.id, on: "stranger") != nil) }
        let outcome = try await house.attempt(strange.id, on: "stranger")
        guard case .wait(let until) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(until - house.now <= .hours(1))
        #expect(try await house.counted(own.id, on: "phone") != nil)
    }
}
