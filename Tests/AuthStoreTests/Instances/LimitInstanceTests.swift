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
                    to: scope == "number" ? AuthStoreFixture.phone : PhoneIndex([UInt8(turn)]), on: "key \(turn)",
                    from: scope == "address" ? [9] : nil))
        }
        #expect(outcomes.count { $0 == .opened } == count)
        #expect(outcomes.count { $0 == .sendLimit(retryAt: instances.first.now + .hours(1)) } == 50 - count)
        #expect(try await instances.count("outbox") == count)
    }

    @Test(arguments: [("number share", 3), ("block share", 5)])
    func `of fifty parallel requests from one address group exactly its share is sent`(share: String, count: Int)
        async throws
    {
        var instances = try await TwoInstances()
        let rate = [SendLimits.Rate(count, per: .hours(1))], many = [SendLimits.Rate(100, per: .hours(1))]
        instances.limit {
            $0 = SendLimits(
                perNumber: share == "number share" ? many : [], perNumberAndGroup: rate, perAddress: [],
                perBlock: share == "block share" ? many : [], perBlockAndGroup: rate)
        }
        let outcomes = try await instances.parallel(50) { fixture, turn in
            try await fixture.open(fixture.code(on: "key \(turn)", from: [9]))
        }
        #expect(outcomes.count { $0 == .opened } == count)
        #expect(try await instances.count("outbox") == count)
    }

    @Test func `of fifty parallel requests to a used-up block the reserve takes as many as the block`() async throws {
        var instances = try await TwoInstances()
        instances.limit {
            $0 = SendLimits(perNumber: [], perAddress: [], perBlock: [SendLimits.Rate(7, per: .hours(1))])
        }
        let outcomes = try await instances.parallel(50) { fixture, turn in
            try await fixture.open(fixture.code(on: "key \(turn)", from: [9, UInt8(turn)]))
        }
        #expect(outcomes.count { $0 == .opened } == 14)
        #expect(try await instances.count("outbox") == 14)
    }

    @Test func `in parallel no more codes are sent than the three parts of an hour have`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: [], perHour: 30) }
        let outcomes = try await instances.parallel(64) { fixture, turn in
            try await fixture.open(fixture.code(on: "key \(turn)", from: [9, UInt8(turn)]))
        }
        #expect(outcomes.count { $0 == .opened } == 27, "three are for known devices")
    }

    @Test func `while the wrong codes are used up, five of one address group are compared on two instances`()
        async throws
    {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: [], wrongPerHour: 0) }
        var codes: [NewChallenge] = []
        for key in 0..<30 {
            let code = instances.first.code(on: "key \(key)", from: [9])
            _ = try await instances.first.open(code)
            codes.append(code)
        }
        let compared = try await instances.parallel(30) { [codes] fixture, turn in
            try await fixture.counted(codes[turn].id, on: "key \(turn)") != nil
        }
        #expect(compared.count { $0 } == 5)
    }

    @Test func `the daily quota is used to its last code and not exceeded`() async throws {
        var instances = try await TwoInstances()
        instances.limit { $0 = SendLimits(perNumber: [], perAddress: [], perBlock: [], perDay: 40, perHour: 1_000) }
        let outcomes = try await instances.parallel(64) { fixture, turn in
            try await fixture.open(fixture.code(to: PhoneIndex([UInt8(turn)]), on: "key \(turn)"))
        }
        #expect(outcomes.count { $0 == .opened } == 32, "a tenth is for known devices, and a tenth is reserved")
        #expect(try await instances.count("outbox") == 32)
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
