import Cryptography
import DeviceCommands
import Primitives
import SQL
import Support
import Testing

@testable import LatchkeyDevice
@testable import SQLite

/// The faults of a failing store. Only a store opened with a wrong key is reported as unreadable.
@Suite struct StoreFaultTests {
    @Test(arguments: [true, false]) func `a store that was written with another key is not opened`(
        hasProfile: Bool
    ) async throws {
        let random = SeededRandom(seed: RandomWalk().seed).random, path = scratchFolder() + "/store.sqlite"
        let first = try await LocalStore.open(path: path, platformKey: .generate(random), random: random)
        if hasProfile {
            try await first.changeProfile { $0.phone = "+4915112345678" }
        } else {
            try await first.put(
                LocalEntry(
                    id: SecretID(bits: 1), kind: "otp", base: nil, body: DeviceFixture.body("K"),
                    createdAt: Instant(ms: 0)))
        }
        await first.database.close()
        await #expect(throws: DeviceFault.storeUnreadable) {
            _ = try await LocalStore.open(path: path, platformKey: .generate(random), random: random)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `a full disk is reported as such, and stored entries stay`() async throws {
        let test = try await DeviceFixture()
        try await test.unsent("First")
        let database = try #require(test.store.database as? SQLiteDatabase)
        _ = try await database.onWriter { try $0.run("PRAGMA max_page_count = 1").count }
        await #expect(throws: DeviceFault.storeFull) {
            for number in 0..<1000 { try await test.unsent("Entry\(number)") }
        }
        #expect(DeviceFault.storeFull.sentence.contains("disk is full"))
        #expect(try await test.issuers().contains("First"))
    }

    @Test func `other failures are not blamed on the key`() async throws {
        let test = try await DeviceFixture()
        let entry = try await test.unsent("K")
        _ = try await test.store.database.write { try $0.run(Statement("UPDATE entry SET id = $1", .bytes([1]))) }
        await #expect(throws: DeviceFault.storeFailed(reason: "A row has no id.")) { try await test.device.entries() }
        await test.store.database.close()
        do {
            try await test.device.delete(entry)
            Issue.record("a closed store took a deletion")
        } catch {
            #expect(error.name == "storeFailed")
            #expect(error.sentence.contains("unavailable") && !error.sentence.contains("key"))
        }
    }
}
