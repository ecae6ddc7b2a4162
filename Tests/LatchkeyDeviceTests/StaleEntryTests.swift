import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// Changes of an entry that an app still shows although a sync has changed it meanwhile, and versions of the server
/// that arrive while an entry waits for a decision.
@Suite struct StaleEntryTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa)

    @Test(arguments: [LocalTrash.State.erasedAtEnd, .restorableAtEnd, .restorable, .held])
    func `an entry that moved to the local trash meanwhile is neither edited nor deleted there`(
        state: LocalTrash.State
    ) async throws {
        let test = try await T()
        try await test.put(Self.id, "K")
        let shown = try await test.device.entry(named: "K")
        try await test.store.write { transaction in
            guard var entry = try transaction.entry(Self.id) else { return }
            entry.trash = LocalTrash(state: state, at: Instant(ms: 1), tombstone: nil)
            try transaction.put(entry)
        }
        let before = try await test.store.entries()
        await #expect(throws: DeviceFault.noSuchEntry("\(Self.id)")) {
            try await test.device.edit(shown, issuer: "Lost", accountName: nil)
        }
        await #expect(throws: DeviceFault.noSuchEntry("\(Self.id)")) { try await test.device.delete(shown) }
        #expect(try await test.store.entries() == before)
    }

    @Test func `an entry that was deleted meanwhile cannot be edited`() async throws {
        let test = try await T()
        try await test.put(Self.id, "K")
        let shown = try await test.device.entry(named: "K")
        try await test.device.delete(shown)
        await #expect(throws: DeviceFault.noSuchEntry("\(Self.id)")) {
            try await test.device.edit(shown, issuer: "Lost", accountName: nil)
        }
    }

    @Test(arguments: [true, false])
    func `a rejected change that is discarded returns to the server's newest version`(isMergeable: Bool) async throws {
        let test = try await rejected(isMergeable: isMergeable)
        for entry in try await test.device.undecidedEntries() { _ = try await test.device.discard(entry) }
        let entry = try await test.device.entry(named: "Newer")
        #expect(entry.id == Self.id && entry.body?["accountName"] == "eve" && !entry.hasUnsentEdits)
        #expect(entry.base?.version.rev == DecimalInt64(8))
    }

    @Test(arguments: [true, false])
    func `a rejected change that is kept as new stands beside the server's newest version`(isMergeable: Bool)
        async throws
    {
        let test = try await rejected(isMergeable: isMergeable)
        for entry in try await test.device.undecidedEntries() { _ = try await test.device.keepAsNew(entry) }
        let entries = try await test.device.entries()
        #expect(entries.count == 2 && entries.contains { $0.id == Self.id && $0.issuer == "Newer" })
        #expect(entries.contains { $0.body?["period"] == 60 })
    }

    @Test func `a rejected change that is edited again keeps what another device changed meanwhile`() async throws {
        let test = try await rejected(isMergeable: true)
        let entry = try #require(try await test.device.undecidedEntries().first)
        _ = try await test.device.edit(entry, issuer: "Again", accountName: nil)
        _ = try? await test.device.sync()
        let op = try #require(test.vault.pushed.last?.first)
        #expect(op["base"]?["rev"] == "8" && op["body"]?["accountName"] == "eve" && op["body"]?["period"] == 60)
    }

    /// A device whose change of the member `period` the server rejected. Then another device changed the labels, or a
    /// member that cannot be merged too, and a sync received that as rev 8.
    private func rejected(isMergeable: Bool) async throws -> T {
        var newer = T.body("Newer")
        newer["accountName"] = "eve"
        if !isMergeable { newer["period"] = 15 }
        let item = T.item(Self.id, rev: 8, newer)
        let vault = ScriptedConnection { request, count in
            guard request.method == "vault.push" else { return T.page(count == 1 ? [item] : []) }
            return T.pushed(request) { _, _ in ["outcome": "rejected", "reason": "accountFull"] }
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        try await test.store.write { transaction in
            guard var entry = try transaction.entry(Self.id) else { return }
            entry.body?["period"] = 60
            try transaction.put(entry)
        }
        _ = try await test.device.sync()
        #expect(try await !test.device.undecidedEntries().isEmpty)
        return test
    }
}
