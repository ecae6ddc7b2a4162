import AuthStore
import Domain
import Primitives
import SQL
import StoreSupport
import Support

/// Two instances of one service on the same data, clock and random source. Each has connections of its own where the
/// engine allows it.
struct TwoInstances {
    let location: StoreLocation
    var fixtures: [AuthStoreFixture]

    init() async throws {
        location = try await StoreLocation(AuthStore.migrations)
        let databases = try await location.openTwice()
        let first = AuthStoreFixture(on: databases[0])
        try await first.insertGroupsAndFeed()
        fixtures = [first, AuthStoreFixture(on: databases[1], clock: first.clock, random: first.random)]
    }

    /// The instance for steps that either instance could take.
    var first: AuthStoreFixture { fixtures[0] }

    /// Runs `work` `count` times in parallel, on the two instances in turn, with the number of the run.
    func parallel<T: Sendable>(
        _ count: Int, _ work: @escaping @Sendable (AuthStoreFixture, Int) async throws -> T
    ) async throws -> [T] {
        try await withThrowingTaskGroup(of: T.self) { group in
            for turn in 0..<count {
                let fixture = fixtures[turn % 2]
                group.addTask { try await work(fixture, turn) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Changes the limits on sending codes of both instances.
    mutating func limit(_ change: (inout SendLimits) -> Void) {
        for index in fixtures.indices { change(&fixtures[index].sends) }
    }

    /// The number of transactions that PostgreSQL ended because of a deadlock; 0 on SQLite. Closes the databases.
    func deadlocks() async throws -> Int64 {
        guard location.engine == .postgres else { return 0 }
        for fixture in fixtures { await fixture.database.close() }
        return try await location.open().deadlocks()
    }

    /// The number of rows of a table that fulfil a condition.
    func count(_ table: String, where condition: String = "1 = 1") async throws -> Int64 {
        let statement = Statement("SELECT COUNT(*) FROM \(table) WHERE \(condition)")
        return try await first.database.read { try $0.run(statement)[0].int(0) }
    }
}
