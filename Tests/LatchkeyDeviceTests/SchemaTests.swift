import Cryptography
import Primitives
import SQL
import SQLite
import Support
import Testing

@testable import LatchkeyDevice

@Suite struct SchemaTests {
    @Test func `a store of the first version opens, and has its entries`() async throws {
        let random = SeededRandom(seed: RandomWalk().seed).random
        let database = try SQLiteDatabase.open(path: scratchFolder() + "/store.sqlite", readers: 1)
        try await Migrations.run(Array(DeviceSchema.migrations.prefix(1)), on: database)
        _ = try await database.write { transaction in
            try transaction.run(
                Statement(
                    "INSERT INTO entry (id, adopt, kind, made) VALUES ($1, $2, $3, $4)",
                    .bytes(random.bytes(16)), .bytes(random.bytes(32)), "otp", 7))
        }
        let store = try await LocalStore(on: database, platformKey: .generate(random), random: random)
        #expect(try await store.entries().map(\.createdAt.ms) == [7])
    }

    @Test func `changes that an earlier version stored as refused by a limit of the account are sent again`()
        async throws
    {
        let random = SeededRandom(seed: RandomWalk().seed).random
        let database = try SQLiteDatabase.open(path: scratchFolder() + "/store.sqlite", readers: 1)
        try await Migrations.run(Array(DeviceSchema.migrations.prefix(4)), on: database)
        let reasons = ["bodyRefused", "gone", "limitReached: bytesPerBody", "limitReached: itemsPerAccount"]
        _ = try await database.write { transaction in
            for (made, reason) in reasons.enumerated() {
                try transaction.run(
                    Statement(
                        "INSERT INTO entry (id, kind, made, parked, owed) VALUES ($1, 'otp', $2, $3, 0)",
                        .bytes(random.bytes(16)), .int(made), .text(reason)))
            }
        }
        let store = try await LocalStore(on: database, platformKey: .generate(random), random: random)
        #expect(try await store.entries().map(\.rejectedReason) == Array(reasons[..<3]) as [String?] + [nil])
        let owed = try await database.read { try $0.run(Statement("SELECT made FROM entry WHERE owed = 1")) }
        #expect(try owed.map { try $0.int(0) } == [3])
    }
}
