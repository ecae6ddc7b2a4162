import Cryptography
import SQL
import SQLite
import Support
import Testing
import TimeAndChance
import Vocabulary

@testable import LatchkeyDevice

@Suite struct SchemaTests {
    @Test func `a store of the first version opens, and has its entries`() async throws {
        let dice = LoadedDice(seed: RandomWalk().seed).dice
        let database = try SQLite.open(path: scratchFolder() + "/store.sqlite", readers: 1)
        try await Migrations.run(Array(DeviceSchema.migrations.prefix(1)), on: database)
        _ = try await database.write { transaction in
            try transaction.run(
                Statement(
                    "INSERT INTO entry (id, adopt, kind, made) VALUES ($1, $2, $3, $4)",
                    .bytes(dice.bytes(16)), .bytes(dice.bytes(32)), "otp", 7))
        }
        let store = try await LocalStore(on: database, platformKey: .generate(dice), dice: dice)
        #expect(try await store.entries().map(\.made.ms) == [7])
    }
}
