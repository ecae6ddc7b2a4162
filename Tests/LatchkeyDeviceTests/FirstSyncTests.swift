import Contracts
import JSONRPC
import Primitives
import SQL
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice
@testable import SQLite

/// The first sync of a device, and what a sync reads and writes at all.
@Suite struct FirstSyncTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa)

    @Test(arguments: [("7", "12", "12", 0), ("12", "7", "12", 1), ("9", "9", "9", 0)])
    func `an entry made while signed out binds to an equal HOTP item, with the larger counter`(
        ours: String, theirs: String, counter: String, sent: Int
    ) async throws {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "5"] }
                : T.page([T.item(Self.id, rev: 4, Self.hotp(theirs))])
        }
        let test = try await T(vault: vault, signedIn: false)
        try await test.store.put(
            LocalEntry(id: SecretID(bits: 1), kind: "otp", base: nil, body: Self.hotp(ours), createdAt: Instant(ms: 7)))
        try await test.signIn(as: T.account)
        #expect(try await test.device.sync().sent == sent)
        let entries = try await test.device.entries()
        #expect(entries.map(\.id) == [Self.id] && entries[0].body?["counter"] == .string(counter))
        #expect(entries[0].createdAt == Instant(ms: 7))
    }

    @Test(arguments: [("otp", 1), ("note", 2)])
    func `entries of different kinds, and bodies without any member of a code, are not the same`(
        kind: String, count: Int
    ) async throws {
        let body: JSONObject = kind == "otp" ? T.body("Same") : ["text": "A"]
        var item = T.item(Self.id, rev: 4, kind == "otp" ? body : ["text": "B"]).object ?? [:]
        item["kind"] = .string(kind)
        let shown = JSON.object(item)
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "5"] } : T.page([shown])
        }
        let test = try await T(vault: vault, signedIn: false)
        try await test.store.put(
            LocalEntry(id: SecretID(bits: 1), kind: kind, base: nil, body: body, createdAt: Instant(ms: 7)))
        try await test.signIn(as: T.account)
        _ = try await test.device.sync()
        #expect(try await test.store.entries().count == count)
    }

    @Test func `two equal entries of this device bind to two equal items`() async throws {
        let items = [1, 2].map { T.item(SecretID(bits: 0xa + $0), rev: Int64($0), T.body("Same")) }
        let test = try await T(vault: ScriptedConnection { _, _ in T.page(items) }, signedIn: false)
        for number in [1, 2] {
            try await test.store.put(
                LocalEntry(
                    id: SecretID(bits: UInt128(number)), kind: "otp", base: nil, body: T.body("Same"),
                    createdAt: Instant(ms: 7)))
        }
        try await test.signIn(as: T.account)
        _ = try await test.device.sync()
        #expect(Set(try await test.device.entries().map(\.id)) == [SecretID(bits: 0xb), SecretID(bits: 0xc)])
    }

    @Test func `a sync with nothing to do decrypts no entry and writes nothing`() async throws {
        let test = try await T(vault: ScriptedConnection { _, _ in T.page([], cursor: "c0") })
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        _ = try await test.store.database.write {
            try $0.run(Statement("UPDATE entry SET body = $1, base = $1", .bytes([1, 2, 3])))
        }
        let before = try await writes(to: test)
        _ = try await test.device.sync()
        #expect(try await writes(to: test) == before)
        await #expect(throws: DeviceFault.self) { try await test.device.entries() }
    }

    @Test func `a push reads only the entries that owe something`() async throws {
        let test = try await T(vault: Self.acceptingVault())
        try await test.put(Self.id, "Damaged")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.store.database.write {
            try $0.run(Statement("UPDATE entry SET body = $1, base = $1", .bytes([1, 2, 3])))
        }
        try await test.unsent("U")
        #expect(try await test.device.sync().sent == 1)
    }

    @Test func `the rows of an earlier version's store are looked at once`() async throws {
        let test = try await T(vault: ScriptedConnection { _, _ in T.page([], cursor: "c0") })
        for number in 1...150 { try await test.put(SecretID(bits: UInt128(number)), "K\(number)") }
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.store.database.write { try $0.run(Statement("UPDATE entry SET owed = 1")) }
        _ = try await test.device.sync()
        let owed = try await test.store.database.select(Statement("SELECT COUNT(*) FROM entry WHERE owed = 1"))
        #expect(try owed.first?.int(0) == 0 && test.vault.pushed.isEmpty)
    }

    @Test func `a push has at most a hundred operations, also where it passes over rows that owe nothing`() async throws
    {
        let test = try await T(vault: Self.acceptingVault())
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.store.database.write { try $0.run(Statement("UPDATE entry SET owed = 1")) }
        for number in 1...250 { try await test.unsent("U\(number)") }
        #expect(try await test.device.sync().sent == 250)
        #expect(test.vault.pushed.allSatisfy { $0.count <= 100 })
    }

    @Test func `a push goes on after an answer that only settled creations of entries deleted meanwhile`() async throws
    {
        let vault = ScriptedConnection { request, count in
            guard request.method == "vault.push" else { return T.page([], head: 20, cursor: "c0") }
            if count == 1 { return .lost }
            return T.pushed(request) { _, op in
                op["body"]?["issuer"]?.string?.hasPrefix("Bad") == true
                    ? ["outcome": "rejected", "reason": "bodyRefused"] : ["outcome": "applied", "rev": "5"]
            }
        }
        let test = try await T(vault: vault)
        for number in 1...100 { try await test.unsent("Bad\(number)") }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        for entry in try await test.device.entries() { try await test.device.delete(entry) }
        // The deletions wait for the outcomes of the creations. The further entry comes after them.
        test.clock.advance(by: .seconds(1))
        try await test.unsent("Good")
        #expect(try await test.device.sync().sent == 1)
        #expect(vault.pushed.map(\.count) == [100, 100, 1])
    }

    @Test func `the latest schema of an item is kept and sent with an update, and an entry made here has schema 1`()
        async throws
    {
        var item = T.item(Self.id, rev: 5, T.body("K")).object ?? [:]
        item["schema"] = 2
        let newer = JSON.object(item)
        let vault = ScriptedConnection { request, _ in
            if request.method == "vault.push" {
                return T.pushed(request) { _, _ in ["outcome": "applied", "rev": "6"] }
            }
            return switch request.params["cursor"]?.string {
            case nil: T.page([T.item(Self.id, rev: 4, T.body("J"))], more: true, cursor: "c1")
            case "c1": T.page([newer], cursor: "c2")
            case _: T.page([], cursor: "c2")
            }
        }
        let test = try await T(vault: vault)
        _ = try await test.device.sync()
        _ = try await test.device.edit(try await test.device.entry(named: "K"), issuer: "L", accountName: nil)
        try await test.unsent("New")
        _ = try await test.device.sync()
        let ops = try #require(vault.pushed.last)
        #expect(
            Dictionary(uniqueKeysWithValues: ops.map { ($0["type"]?.string, $0["schema"]) }) == [
                "update": 2, "create": 1,
            ])
    }

    /// A vault that is empty and applies every operation.
    private static func acceptingVault() -> ScriptedConnection {
        ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "5"] } : T.page([], cursor: "c0")
        }
    }

    private static func hotp(_ counter: String) -> JSONObject {
        var body = T.body("Same")
        body["type"] = "hotp"
        body["period"] = nil
        body["counter"] = .string(counter)
        return body
    }

    /// The number of rows written since the store was opened.
    private func writes(to test: T) async throws -> Int64 {
        let database = try #require(test.store.database as? SQLiteDatabase)
        return try await database.onWriter { try $0.run("SELECT total_changes()").first?.int(0) ?? 0 }
    }
}
