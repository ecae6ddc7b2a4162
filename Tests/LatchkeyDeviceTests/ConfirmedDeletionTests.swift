import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Deletions that the server has confirmed and then lost in a restore: the device sends them again.
@Suite struct ConfirmedDeletionTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa), later = EpochID(bits: 10)

    @Test(arguments: [(20, 0), (19, 1)] as [(Int64, Int)])
    func `a confirmed deletion that the restored vault does not include is sent again on the lost version`(
        end: Int64, deletes: Int
    ) async throws {
        let test = try await restored(end: end) { request in
            T.pushed(request) { _, _ in ["outcome": "applied", "rev": "20"] }
        }
        try await test.put(Self.id, "K")
        try await test.device.delete(try await test.device.entry(named: "K"))
        _ = try await test.device.sync()
        try await test.store.changeProfile { $0.cursor = "old" }
        _ = try await test.device.sync()
        #expect(test.vault.pushed.count == 1 + deletes)
        guard deletes == 1 else { return }
        let op = try #require(test.vault.pushed.last?.first)
        #expect(op["type"] == "delete" && op["base"] == ["epoch": .string("\(T.epoch)"), "rev": "20"])
        #expect(try await test.store.entries().isEmpty)
    }

    @Test(
        arguments: [
            (15_552_000_000, 86_400_000, 1), (15_552_000_001, 86_399_999, 1), (15_552_000_001, 86_400_000, 0),
        ] as [(Int64, Int64, Int)])
    func `a deletion is remembered for 180 days, and until a sync a day later finds it expired again`(
        ms: Int64, graceMs: Int64, deletes: Int
    ) async throws {
        let test = try await restored(end: 1) { request in
            T.pushed(request) { _, _ in ["outcome": "applied", "rev": "20"] }
        }
        try await test.put(Self.id, "K")
        try await test.device.delete(try await test.device.entry(named: "K"))
        _ = try await test.device.sync()
        for pause in [ms, graceMs] {
            test.clock.advance(by: .milliseconds(pause))
            _ = try await test.device.sync()
        }
        try await test.store.changeProfile { $0.cursor = "old" }
        _ = try await test.device.sync()
        #expect(test.vault.pushed.count == 1 + deletes)
    }

    @Test func `a tombstone that was received and then lost is sent again as well`() async throws {
        let vault = ScriptedConnection { request, count in
            if request.method == "vault.push" { return T.pushed(request) { _, _ in ["outcome": "noop"] } }
            if request.params["cursor"] == "old" { return .fault("resyncRequired", status: 200, data: [:]) }
            return request.params["cursor"] == nil
                ? T.page([T.item(Self.id, rev: 1, T.body("K"))], epoch: Self.later, former: [(T.epoch, 5)])
                : T.page(count == 0 ? [T.item(Self.id, rev: 9, nil)] : [])
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        #expect(try await test.device.sync().removed == 1)
        try await test.store.changeProfile { $0.cursor = "old" }
        let report = try await test.device.sync()
        #expect(vault.pushed.map { $0.map { $0["type"] } } == [["delete"]])
        #expect(vault.pushed.last?.first?["bringsBack"] == true)
        #expect(report.received == 0)
        #expect(try await test.issuers().isEmpty)
    }

    @Test(arguments: [nil, "K"]) func `a move to the trash that was received and then lost is made again, not deleted`(
        existing: String?
    ) async throws {
        let vault = ScriptedConnection { request, count in
            if request.method == "vault.push" {
                return T.pushed(request) { _, _ in ["outcome": "applied", "rev": "20"] }
            }
            if request.params["cursor"] == "old" { return .fault("resyncRequired", status: 200, data: [:]) }
            return request.params["cursor"] == nil
                ? T.page([T.item(Self.id, rev: 1, T.body("K"))], epoch: Self.later, former: [(T.epoch, 5)])
                : T.page(count == 0 ? [T.item(Self.id, rev: 9, T.body("K"), state: "trashed")] : [])
        }
        let test = try await T(vault: vault)
        if let existing { try await test.put(Self.id, existing) }
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        #expect(try await test.store.entries().isEmpty)
        for turn in 1...2 {
            try await test.store.changeProfile { $0.cursor = "old" }
            let report = try await test.device.sync()
            let op = try #require(vault.pushed.last?.first)
            #expect(op["type"] == "trash" && op["body"] == nil && op["bringsBack"] == true)
            #expect(op["base"]?["rev"] == (turn == 1 ? "9" : "20") && report.received == 0)
            #expect(try await test.store.entries().isEmpty && vault.pushed.count == turn)
        }
    }

    @Test(arguments: [(4, "trashed", []), (9, "trashed", []), (10, "live", ["K"])] as [(Int64, String, [String])])
    func
        `a lost move to the trash stands against an earlier version that is brought back later, and yields to a later one`(
            broughtBack: Int64, left: String, issuers: [String]
        ) async throws
    {
        let vault = ScriptedConnection { request, count in
            if request.method == "vault.push" { return T.pushed(request) { _, _ in ["outcome": "noop"] } }
            if request.params["cursor"] == "old" { return .fault("resyncRequired", status: 200, data: [:]) }
            if request.params["cursor"] == nil { return T.page([], epoch: Self.later, former: [(T.epoch, 5)]) }
            if request.params["cursor"] == "c0" {
                return T.page([T.item(Self.id, rev: 9, T.body("K"), state: "trashed")])
            }
            guard request.params["cursor"] == "c9" else { return T.page([], epoch: Self.later) }
            var item = T.item(Self.id, rev: 50, T.body("K")).object ?? [:]
            item["broughtBack"] = ["epoch": .string("\(T.epoch)"), "rev": .string("\(broughtBack)")]
            return T.page([.object(item)], epoch: Self.later)
        }
        let test = try await T(vault: vault)
        for cursor in ["c0", "old", "c9"] {
            try await test.store.changeProfile { $0.cursor = cursor }
            _ = try await test.device.sync()
        }
        #expect(try await test.issuers() == issuers)
        let last = vault.pushed.last?.first
        #expect(last?["type"] == "trash" && last?["base"]?["rev"] == "9")
        #expect(vault.pushed.count == (left == "trashed" ? 2 : 1))
    }

    @Test func `an entry that the person brings back is a change of its own where the vault lost its tombstone`()
        async throws
    {
        let tombstone = T.item(Self.id, rev: 50, nil)
        let test = try await restored(end: 5) { request in
            T.pushed(request) { _, op in
                op["type"] == "update"
                    ? ["outcome": "gone", "current": tombstone] : ["outcome": "applied", "rev": "60"]
            }
        }
        try await test.put(Self.id, "K")
        try await test.store.write { transaction in
            guard var entry = try transaction.entry(Self.id) else { return }
            let tombstone = ItemBase(epoch: T.epoch, rev: DecimalInt64(9))
            entry.base = .init(version: tombstone, body: T.body("K"), state: .deleted)
            try transaction.put(entry)
        }
        // A pull comes first; otherwise the restore is sent as it is.
        try await test.store.changeProfile { $0.cursor = nil }
        _ = try await test.device.sync()
        let ops = test.vault.pushed.flatMap(\.self)
        #expect(ops.map { $0["type"] } == ["update", "restore"] && ops.allSatisfy { $0["bringsBack"] == nil })
        #expect(ops.map { $0["base"]?["rev"] } == ["9", "50"])
        #expect(ops.allSatisfy { $0["body"] == .object(T.body("K")) })
        #expect(try await test.store.entries().map(\.blocked) == [nil])
    }

    @Test(arguments: [(8, []), (9, []), (10, ["Restored"])] as [(Int64, [String])])
    func `a live item appears again only with a rev above that of its deletion`(rev: Int64, left: [String])
        async throws
    {
        let vault = ScriptedConnection { _, count in
            T.page([count == 0 ? T.item(Self.id, rev: 9, nil) : T.item(Self.id, rev: rev, T.body("Restored"))])
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        _ = try await test.device.sync()
        #expect(try await test.issuers() == left)
    }

    @Test func `a later deletion of the same entry is the one that is remembered`() async throws {
        let pages: [JSON] = [
            T.item(Self.id, rev: 9, nil), T.item(Self.id, rev: 10, T.body("Back")), T.item(Self.id, rev: 12, nil),
            T.item(Self.id, rev: 11, T.body("Late")),
        ]
        let vault = ScriptedConnection { request, count in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "rejected", "reason": "accountFull"] }
                : T.page([pages[min(3, T.pulls(request))]], cursor: "c\(T.pulls(request) + 1)")
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        try await test.store.write { transaction in
            guard var entry = try transaction.entry(Self.id) else { return }
            entry.body?["issuer"] = "Ours"
            entry.blocked = .rejected("bodyRefused")
            try transaction.put(entry)
        }
        for _ in 0..<4 { _ = try await test.device.sync() }
        #expect(try await test.issuers() == ["Ours"])
    }

    @Test func `a lost deletion yields to an edit that another device made since the restore`() async throws {
        let item = T.item(Self.id, rev: 50, T.body("Edited since"))
        let test = try await restored(end: 5) { request in
            T.pushed(request) { _, op in
                op["base"]?["rev"] == "1"
                    ? ["outcome": "applied", "rev": "20"] : ["outcome": "conflict", "current": item]
            }
        }
        try await test.put(Self.id, "K")
        try await test.device.delete(try await test.device.entry(named: "K"))
        _ = try await test.device.sync()
        try await test.store.changeProfile { $0.cursor = "old" }
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["Edited since"])
        // It is forgotten, so that no later restore deletes the edited entry.
        let remembered = try await test.store.write { transaction in
            try transaction.rememberedDeletion(of: Self.id)
        }
        #expect(remembered == nil)
    }

    @Test(arguments: [("K", true, []), ("K", false, ["K"]), ("Other", true, ["Other"])] as [(String, Bool, [String])])
    func `a lost deletion stands against the deleted content if another device has only brought it back`(
        issuer: String, isBroughtBack: Bool, left: [String]
    ) async throws {
        let test = try await restored(end: 5) { request in
            T.pushed(request) { _, op in
                if ["1", "50"].contains(op["base"]?["rev"]?.string) { return ["outcome": "applied", "rev": "20"] }
                var item = T.item(Self.id, rev: 50, T.body(issuer)).object ?? [:]
                if isBroughtBack { item["broughtBack"] = ["epoch": .string("\(EpochID(bits: 77))"), "rev": "4"] }
                return ["outcome": "conflict", "current": .object(item)]
            }
        }
        try await test.put(Self.id, "K")
        try await test.device.delete(try await test.device.entry(named: "K"))
        _ = try await test.device.sync()
        try await test.store.changeProfile { $0.cursor = "old" }
        _ = try await test.device.sync()
        #expect(try await test.issuers() == left)
        #expect(test.vault.pushed.last?.first?["base"]?["rev"] == (left.isEmpty ? "50" : "20"))
    }

    /// A vault that accepts the cursor `c1`, and refuses the cursor `old` because of a new epoch, which includes the
    /// old one up to `end`.
    private func restored(
        end: Int64, _ push: @escaping @Sendable (ScriptedConnection.Request) -> ScriptedConnection.Reply
    ) async throws -> T {
        let vault = ScriptedConnection { request, _ in
            if request.params["cursor"] == "old" { return .fault("resyncRequired", status: 200, data: [:]) }
            if request.method == "vault.push" { return push(request) }
            return request.params["cursor"] == nil
                ? T.page([], epoch: Self.later, former: [(T.epoch, end)]) : T.page([])
        }
        let test = try await T(vault: vault)
        try await test.store.changeProfile { $0.cursor = "c1" }
        return test
    }
}
