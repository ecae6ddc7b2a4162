import Cryptography
import Primitives
import SQL
import SQLite
import StrictJSON
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
        #expect(try await store.entries().map(\.blocked?.reason) == Array(reasons[..<3]) as [String?] + [nil])
        let owed = try await database.read { try $0.run(Statement("SELECT made FROM entry WHERE owed = 1")) }
        #expect(try owed.map { try $0.int(0) } == [3])
    }

    @Test(
        arguments: [
            (#"{}"#, nil, false, .tombstone), (#"{}"#, "lost", false, .tombstone), (#"{}"#, "lost", true, .tombstone),
            (#"{}"#, nil, true, .body([:])), (#"{"trashed":true}"#, "lost", false, .movedToTrash),
            (#"{"trashed":true}"#, nil, true, .body(["trashed": true])),
            (#"{"erased":true}"#, "kept", false, .erased(digest: nil)),
            (#"{"digest":"a","erased":true}"#, "kept", false, .erased(digest: "a")),
            (#"{"digest":"a","erased":true}"#, nil, true, .body(["erased": true, "digest": "a"])),
            (#"{"issuer":"K"}"#, nil, false, .body(["issuer": "K"])),
        ] as [(String, String?, Bool, BaseContent)])
    func `a base that an earlier version stored has the content that its body marked`(
        stored: String, state: String?, isVisible: Bool, content: BaseContent
    ) async throws {
        let random = SeededRandom(seed: RandomWalk().seed).random, key = Key256.generate(random)
        let database = try SQLiteDatabase.open(path: scratchFolder() + "/store.sqlite", readers: 1)
        try await Migrations.run(Array(DeviceSchema.migrations.prefix(7)), on: database)
        guard case .object(let object) = try JSON(parsing: Array(stored.utf8)) else { return }
        let cipher = StoreCipher(key: key, random: random, shares: HeldShares(clock: .system)), id = random.bytes(16)
        _ = try await database.write { transaction in
            try transaction.run(
                Statement(
                    """
                    INSERT INTO entry (id, kind, made, owed, epoch, rev, base, base_state, body)
                    VALUES ($1, 'otp', 1, 0, $2, 3, $3, $4, $5)
                    """,
                    .bytes(id), .bytes(random.bytes(16)), .bytes(try cipher.seal(object, context: id + [1])),
                    .textOrNull(state), .bytesOrNull(isVisible ? try cipher.seal(["a": 1], context: id + [2]) : nil)))
        }
        let store = try await LocalStore(on: database, platformKey: key, random: random)
        let entry = try #require(try await store.entries().first)
        #expect(entry.base?.content == content)
        try await store.put(entry)
        #expect(try await store.entries() == [entry])
        let names = try await database.read { try $0.run(Statement("SELECT base_content FROM entry")) }
        #expect(try names.map { try $0.text(0) } == [content.storedName])
    }

    @Test(
        arguments: [
            .body([:]), .body(["trashed": true]), .body(["erased": true]), .erased(digest: nil), .erased(digest: "a"),
            .movedToTrash, .tombstone, .unknown,
        ] as [BaseContent])
    func `what is known of the content of a base is stored and read again`(content: BaseContent) {
        #expect(BaseContent(storedName: content.storedName, storedObject: content.storedObject) == content)
    }
}
