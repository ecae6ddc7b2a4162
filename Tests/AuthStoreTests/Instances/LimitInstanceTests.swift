import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support
import Testing

@Suite struct `Limits on two instances` {
    @Test(arguments: [("number", 5), ("address", 7), ("block", 9)])
    func `of fifty parallel requests exactly as many are sent as the limit allows`(scope: String, count: Int)
        async throws
    {
        var instances = try await TwoInstances()
        let rate = [SendLimits.Rate(count, per: .hours(1))]
        instances.limit {
            $0 = SendLimits(
                perNumber: scope == "number" ? rate : [], perAddress: scope == "address" ? rate : [],
                perBlock: scope == "block" ? rate : [])
        }
        let outcomes = try await instances.parallel(50) { fixture, turn in
            try await fixture.open(
                fixture.code(
                    to: scope == "number" ? AuthStoreFixture.phone : PhoneIndex([UInt8(turn)]), on: "key \(turn)"))
        }
        #expect(outcomes.count { $0 == .opened } == count)
        #expect(outcomes.count { $0 == .sendLimit(retryAt: instances.first.now + .hours(1)) } == 50 - count)
        #expect(try await instances.count("outbox") == count)
    }

    @Test func `the daily quota is used to its last code and not exceeded`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: [], perDay: 40) }
        let outcomes = try await instances.parallel(64) { fixture, turn in
            try await fixture.open(fixture.code(to: PhoneIndex([UInt8(turn)]), on: "key \(turn)"))
        }
        #expect(outcomes.count { $0 == .opened } == 36, "a tenth is reserved for owners")
        #expect(try await instances.count("outbox") == 36)
    }

    @Test(.enabled(if: StoreEngine.chosen == .postgres, "SQLite has one writer: nothing is swept meanwhile"))
    func `a send is counted although its window is swept at that moment`() async throws {
        let instances = try await TwoInstances(), swept = instances.first.code(), sent = instances.first.code()
        _ = try await instances.first.open(swept)
        instances.first.clock.advance(by: .minutes(2))
        let lockTaken = Latch(), lockRelease = Latch()
        async let sweeping: Void = instances.first.database.write { transaction in
            try transaction.run(Statement("DELETE FROM send_window"))
            lockTaken.open()
            lockRelease.hold()
        }
        await lockTaken.wait()
        async let opened = instances.fixtures[1].open(sent)
        try await instances.first.database.waitForBlockedTransaction()
        lockRelease.open()
        #expect(try await opened == .opened)
        try await sweeping
        #expect(try await instances.count("send_window", where: "scope = 'number'") == 1)
    }
}
