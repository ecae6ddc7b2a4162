import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct `Limits over two instances` {
    @Test(arguments: [("number", 5), ("address", 7), ("block", 9)])
    func `of fifty parallel requests exactly as many are sent as may be`(scope: String, count: Int) async throws {
        var twins = try await House.twins()
        let rate = [SendLimits.Rate(count, per: .hours(1))]
        twins.limit {
            $0 = SendLimits(
                number: scope == "number" ? rate : [], address: scope == "address" ? rate : [],
                block: scope == "block" ? rate : [])
        }
        let outcomes = try await twins.parallel(50) { house, turn in
            try await house.open(house.code(to: scope == "number" ? House.phone : [UInt8(turn)], on: "key \(turn)"))
        }
        #expect(outcomes.count { $0 == .opened } == count)
        #expect(outcomes.count { $0 == .sendLimit(retryAt: twins.first.now + .hours(1)) } == 50 - count)
        #expect(try await twins.count("outbox") == count)
    }

    @Test func `the spend cap is drawn to its last code and not past it`() async throws {
        var twins = try await House.twins()
        twins.limit { $0 = SendLimits(number: [], address: [], block: [], perDay: 40) }
        let outcomes = try await twins.parallel(64) { house, turn in
            try await house.open(house.code(to: [UInt8(turn)], on: "key \(turn)"))
        }
        #expect(outcomes.count { $0 == .opened } == 36, "a tenth is the owners'")
        #expect(try await twins.count("outbox") == 36)
    }

    @Test(.enabled(if: StoreEngine.chosen == .postgres, "SQLite has one writer: nothing is swept meanwhile"))
    func `a send is counted although its window is swept at that moment`() async throws {
        let twins = try await House.twins(), swept = twins.first.code(), sent = twins.first.code()
        _ = try await twins.first.open(swept)
        twins.first.clock.advance(by: .minutes(2))
        let isHeld = Latch(), mayGo = Latch()
        async let sweeping: Void = twins.first.database.write { transaction in
            try transaction.run(Statement("DELETE FROM send_window"))
            isHeld.open()
            mayGo.hold()
        }
        await isHeld.wait()
        async let opened = twins.houses[1].open(sent)
        try await twins.first.database.hasWaiter()
        mayGo.open()
        #expect(try await opened == .opened)
        try await sweeping
        #expect(try await twins.count("send_window", where: "scope = 'number'") == 1)
    }
}
