import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Conflicts that cannot be merged, and answers that change nothing: a sync always ends.
@Suite(.timeLimit(.minutes(5))) struct ConflictTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa)
    private static var unreadable: JSON {
        var item = T.item(id, rev: 8, nil, state: "live").object ?? [:]
        item["fault"] = "itemUnreadable"
        return .object(item)
    }

    @Test func `an edit in conflict with an item that the server cannot read is not sent again and is reported`()
        async throws
    {
        let test = try await conflicting { _ in Self.unreadable }
        _ = try await test.device.edit(try await test.device.entry(named: "K"), issuer: "Ours", accountName: nil)
        let report = try await test.device.sync()
        #expect(report.rejected == [Self.id: "itemUnreadable"])
        #expect(try await test.device.entry(named: "Ours").blocked == .rejected("itemUnreadable"))
        #expect(test.vault.pushed.count == 1)
        _ = try await test.device.sync()
        #expect(test.vault.pushed.count == 1)
    }

    @Test func `a deletion in conflict with an item that the server cannot read shows the entry again`() async throws {
        let test = try await conflicting { _ in Self.unreadable }
        try await test.device.delete(try await test.device.entry(named: "K"))
        #expect(try await test.device.sync().rejected == [Self.id: "itemUnreadable"])
        #expect(try await test.issuers() == ["K"])
    }

    @Test(arguments: [("trashed", [], 2), ("live", ["Theirs"], 1)] as [(String, [String], Int)])
    func `a deletion wins over an item in the trash, and yields to a newer edit of a live item`(
        state: String, left: [String], pushes: Int
    ) async throws {
        let test = try await conflicting { op in
            op["base"]?["rev"] == "8"
                ? Optional<JSON>.none : T.item(Self.id, rev: 8, T.body("Theirs"), state: state)
        }
        try await test.device.delete(try await test.device.entry(named: "K"))
        _ = try await test.device.sync()
        #expect(try await test.store.entries().map { $0.issuer } == left)
        #expect(test.vault.pushed.count == pushes)
    }

    @Test func `an edit in conflict with an item in the server's trash waits for the person's decision`() async throws {
        let test = try await conflicting { op in
            op["base"]?["rev"] == "8" ? nil : T.item(Self.id, rev: 8, T.body("K"), state: "trashed")
        }
        _ = try await test.device.edit(try await test.device.entry(named: "K"), issuer: "Ours", accountName: nil)
        #expect(try await test.device.sync().gone == [Self.id])
        #expect(try await test.device.undecidedEntries().map(\.issuer) == ["Ours"])
        #expect(test.vault.pushed.count == 1)
    }

    @Test
    func `the deletion of an entry whose creation was not answered deletes an item that the server has in its trash`()
        async throws
    {
        let vault = ScriptedConnection { request, count in
            guard request.method == "vault.push" else { return T.page([], cursor: "c0") }
            return count == 0
                ? .lost
                : T.pushed(request) { _, op in
                    op["type"] == "create"
                        ? ["outcome": "conflict", "current": T.item(Self.id, rev: 8, nil, state: "trashed")]
                        : ["outcome": "applied", "rev": "9"]
                }
        }
        let test = try await T(vault: vault)
        try await test.store.changeProfile { $0.cursor = "c0" }
        let entry = try await test.unsent("U")
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        try await test.device.delete(entry)
        _ = try await test.device.sync()
        let op = try #require(vault.pushed.last?.first)
        #expect(vault.pushed.count == 3 && op["type"] == "delete" && op["base"]?["rev"] == "8")
        #expect(try await test.store.entries().isEmpty)
    }

    @Test func `a deletion stands if another device has raised the rev without changing the content`() async throws {
        let test = try await conflicting { op in
            op["base"]?["rev"] == "8" ? Optional<JSON>.none : T.item(Self.id, rev: 8, T.body("K"))
        }
        try await test.device.delete(try await test.device.entry(named: "K"))
        #expect(try await test.device.sync().sent == 1)
        #expect(try await test.store.entries().isEmpty)
        #expect(test.vault.pushed.map { $0.map { $0["base"]?["rev"] } } == [["1"], ["8"]])
        let repeated = try #require(test.vault.pushed.last?.first)
        #expect(repeated["type"] == "delete")
        // It was made with the head that the answer with the conflict had.
        #expect(repeated["knownSeq"] == "20" && repeated["knownEpoch"] == .string("\(T.epoch)"))
    }

    @Test func `a replayed conflict without its item is pushed again in the same sync`() async throws {
        let vault = ScriptedConnection { request, count in
            guard request.method == "vault.push" else { return T.page([], cursor: "c0") }
            return T.pushed(request) { _, op in
                count == 0
                    ? ["outcome": "replayed", "first": "conflict"]
                    : op["base"]?["rev"] == "8"
                        ? ["outcome": "applied", "rev": "9"]
                        : ["outcome": "conflict", "current": T.item(Self.id, rev: 8, T.body("K"))]
            }
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        // The device knows the head of the answer, so that the head does not cause another push.
        try await test.store.changeProfile { ($0.cursor, $0.head, $0.headEpoch) = ("c0", DecimalInt64(20), T.epoch) }
        _ = try await test.device.edit(try await test.device.entry(named: "K"), issuer: "Ours", accountName: nil)
        #expect(try await test.device.sync().sent == 1)
        #expect(vault.pushed.count == 3)
    }

    @Test
    func `an edit made after an operation whose answer was lost replaces the label that the operation has brought`()
        async throws
    {
        var theirs = T.body("Sent")
        theirs["accountName"] = "eve"
        let vault = ScriptedConnection { [theirs] request, count in
            guard request.method == "vault.push" else { return T.page([], cursor: "c0") }
            return count == 0
                ? .lost
                : T.pushed(request) { _, op in
                    op["base"]?["rev"] == "8"
                        ? ["outcome": "applied", "rev": "9"]
                        : ["outcome": "conflict", "current": T.item(Self.id, rev: 8, theirs)]
                }
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.edit(try await test.device.entry(named: "K"), issuer: "Sent", accountName: nil)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        _ = try await test.device.edit(try await test.device.entry(named: "Sent"), issuer: "Later", accountName: nil)
        _ = try await test.device.sync()
        let entry = try await test.device.entry(named: "Later")
        #expect(entry.accountName == "eve" && !entry.hasUnsentEdits)
    }

    @Test func `a push whose answer has no results is not repeated in the same sync`() async throws {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? .result(["results": [], "epoch": .string("\(T.epoch)"), "head": "0"]) : T.page([])
        }
        let test = try await T(vault: vault)
        try await test.unsent("U")
        #expect(try await test.device.sync().sent == 0)
        #expect(vault.pushed.count == 1)
        _ = try await test.device.sync()
        #expect(vault.pushed.count == 2 && vault.pushed[0] == vault.pushed[1])
    }

    @Test(arguments: [true, false])
    func `a copy is made at the time of the conflict, whether a push or a pull meets it`(
        isPush: Bool
    ) async throws {
        var theirs = T.body("Theirs")
        theirs["secret"] = "MFRGGZDFMZTWQ2LK"
        let item = T.item(Self.id, rev: 8, theirs)
        let vault = ScriptedConnection { request, count in
            guard request.method == "vault.push" else { return T.page(isPush ? [] : [item], cursor: "c0") }
            return T.pushed(request) { _, op in
                op["type"] == "update" ? ["outcome": "conflict", "current": item] : ["outcome": "applied", "rev": "9"]
            }
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        let made = test.clock.now
        try await test.store.changeProfile { $0.cursor = "c0" }
        try await test.store.write { transaction in
            guard var entry = try transaction.entry(Self.id) else { return }
            entry.body?["secret"] = "GEZDGNBVGY3TQOJQ"
            if !isPush { (entry.blocked, entry.base) = (.gone, nil) }
            try transaction.put(entry)
        }
        test.clock.advance(by: .seconds(60))
        let copy = try #require(try await test.device.sync().copies.first)
        for entry in try await test.device.entries() {
            #expect(entry.createdAt == (entry.id == copy ? made + .seconds(60) : made))
        }
    }

    /// A device with the entry K, and a vault that answers an operation with `conflict` and the item that the closure
    /// returns, or with `applied` if the closure returns nil.
    private func conflicting(_ current: @escaping @Sendable (JSON) -> JSON?) async throws -> T {
        let vault = ScriptedConnection { request, _ in
            guard request.method == "vault.push" else { return T.page([], cursor: "c0") }
            return T.pushed(request) { _, op in
                current(op).map { ["outcome": "conflict", "current": $0] } ?? ["outcome": "applied", "rev": "9"]
            }
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        return test
    }
}
