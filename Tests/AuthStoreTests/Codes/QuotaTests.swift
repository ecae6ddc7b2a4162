import Primitives
import SQL
import StoreSupport
import Support
import Testing

@testable import AuthStore

@Suite struct QuotaTests {
    @Test func `a charge to a quota that is used up tries one shard, so it locks no other one`() async throws {
        let database = CountedDatabase(try await StoreLocation(AuthStore.migrations).open())
        let quota = Quota(name: "send", limit: 16, span: .days(1)), now = StoppedClock().now
        try await database.write { transaction in
            for seed in 0..<16 as Range<UInt64> { try quota.charge(shardSeed: seed, at: now, in: transaction) }
        }
        let before = database.statements
        await #expect(throws: LimitExceeded.self) {
            try await database.write { try quota.charge(shardSeed: 3, at: now, in: $0) }
        }
        // The charge to the chosen shard, and the read of what is left. A charge to each shard would be sixteen more.
        #expect(database.statements - before < 4)
    }
}
