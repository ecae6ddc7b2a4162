import Contracts
import DeviceCommands
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Entries that wait for the person's decision, which keeps them as new or discards them.
@Suite struct UndecidedEntryTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa)
    /// A vault that is empty and applies every operation.
    private static let acceptingVault = ScriptedConnection { request, _ in
        request.method == "vault.push" ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "9"] } : T.page([])
    }

    @Test
    func `an entry of another account kept as new is sent to the account that is signed in, under an id of its own`()
        async throws
    {
        let test = try await foreign(Self.acceptingVault)
        let list = try await ListEntries().run(on: test.device)
        #expect(list.entries[0].held == true && !list.entries[0].synchronised)
        #expect(ListEntries.text(of: list).hasSuffix("latchkey keep-as-new ENTRY, or latchkey discard ENTRY."))
        let kept = try await KeepEntriesAsNew(.entry("K")).run(on: test.device)
        #expect(KeepEntriesAsNew.text(of: kept) == "Kept as new, and sent at the next sync: K (ada).")
        #expect(try await test.device.sync().sent == 1)
        let entry = try await test.device.entry(named: "K")
        #expect(entry.id != Self.id && entry.isSynchronised)
        #expect(try await test.store.entries().count == 1)
        #expect(try await test.device.undecidedEntries().isEmpty)
    }

    /// Earlier versions kept the old content as the base of an entry that the server had deleted; a restore of the vault
    /// then marked this base as lost.
    @Test func `an entry that an earlier version marked as gone is discarded, and nothing is sent`() async throws {
        let test = try await T(vault: ScriptedConnection { _, _ in T.page([]) })
        try await test.store.changeProfile { $0.cursor = "c0" }
        let version = ItemBase(epoch: T.epoch, rev: DecimalInt64(8))
        try await test.store.put(
            LocalEntry(
                id: Self.id, kind: "otp", base: .init(version: version, body: T.body("Theirs"), state: .lost),
                body: T.body("Ours"), blocked: .gone, createdAt: test.clock.now,
                owner: test.store.cipher.tag(of: T.account)))
        _ = try await test.device.discard(try await test.device.undecidedEntry(named: "Ours"))
        _ = try await test.device.sync()
        let issuers = try await test.issuers()
        #expect(issuers.isEmpty && test.vault.pushed.isEmpty)
    }

    @Test func `an entry of another account that is discarded is removed here, and nothing is sent`() async throws {
        let test = try await foreign(ScriptedConnection { _, _ in T.page([]) })
        let gone = try await DiscardEntries(.entry("K")).run(on: test.device)
        #expect(gone.discarded.map(\.id) == [Self.id])
        _ = try await test.device.sync()
        #expect(try await test.store.entries().isEmpty && test.vault.pushed.isEmpty)
    }

    @Test func `a choice for all entries leaves those of another person, and to discard these leaves the only copy`()
        async throws
    {
        let test = try await T(vault: ScriptedConnection { _, _ in T.page([]) })
        try await test.put(Self.id, "Sent")
        try await test.put(SecretID(bits: 0xb), "Before")
        let edited = try await test.device.edit(
            try await test.device.entry(named: "Before"), issuer: "Unsent", accountName: nil)
        try await test.signIn(as: AccountID(bits: 8))
        try await test.unsent("Own")
        var own = try await test.device.entry(named: "Own")
        own.blocked = .rejected("bodyTooLarge")
        try await test.store.put(own)
        #expect(try await test.device.undecidedEntries().count == 3)
        let foreign = try await test.device.foreignEntryCount()
        #expect(foreign == 2)
        #expect(try await test.device.undecidedEntries(isForeign: true).count == foreign)
        #expect(try await KeepEntriesAsNew(.all).run(on: test.device).kept.map(\.issuer) == ["Own"])
        #expect(try await DiscardEntries(.all).run(on: test.device).discarded.isEmpty)
        #expect(try await test.device.undecidedEntries().count == 2)
        #expect(try await DiscardEntries(.foreign).run(on: test.device).discarded.map(\.issuer) == ["Sent"])
        #expect(try await test.device.undecidedEntries().map(\.id) == [edited.id])
        #expect(try await KeepEntriesAsNew(.foreign).run(on: test.device).kept.map(\.issuer) == ["Unsent"])
        #expect(try await test.device.undecidedEntries().isEmpty)
    }

    @Test(arguments: [(CommandName.keepAsNew, ["Ours", "Theirs"]), (.discard, ["Theirs"])])
    func `a change that the server rejected is kept as an entry beside the server's version, or dropped`(
        name: CommandName, left: [String]
    ) async throws {
        let test = try await T(vault: ScriptedConnection { _, _ in T.page([]) })
        try await test.put(Self.id, "Theirs")
        try await storeUndecided("Ours", "bodyRefused", on: test)
        _ = try await name.command(["entry": "Ours"]).outputObject(on: test.device)
        #expect(try await test.issuers() == left)
        #expect(try await test.device.entry(named: "Theirs").id == Self.id)
        #expect(try await test.device.undecidedEntries().isEmpty)
    }

    @Test(arguments: [(CommandName.keepAsNew, ["Ours"]), (.discard, [])] as [(CommandName, [String])])
    func `an entry deleted elsewhere and edited here is kept under a new id, or removed`(
        name: CommandName, left: [String]
    ) async throws {
        let test = try await T(vault: Self.acceptingVault)
        try await test.put(Self.id, "Theirs")
        try await storeUndecided("Ours", "gone", on: test)
        _ = try await name.command(["all": true]).outputObject(on: test.device)
        #expect(try await test.issuers() == left)
        #expect(try await test.store.entries().allSatisfy { $0.id != Self.id && $0.blocked == nil })
    }

    @Test func `an entry that is not undecided is neither kept nor discarded`() async throws {
        let test = try await T()
        try await test.put(Self.id, "K")
        await #expect(throws: DeviceFault.nothingToChoose("K")) {
            try await DiscardEntries(.entry("K")).run(on: test.device)
        }
        #expect(try await KeepEntriesAsNew(.all).run(on: test.device).kept.isEmpty)
        #expect(try await test.issuers() == ["K"])
    }

    /// A device with an entry of an account that is no longer the one signed in.
    private func foreign(_ vault: ScriptedConnection) async throws -> T {
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.signIn(as: AccountID(bits: 8))
        return test
    }

    /// Edits the entry “Theirs”, and stores it as rejected by the server with this reason.
    private func storeUndecided(_ issuer: String, _ reason: String, on test: T) async throws {
        var entry = try await test.device.entry(named: "Theirs")
        entry.body?["issuer"] = .string(issuer)
        entry.blocked = Blocked(reason: reason)
        if reason == "gone" { entry.base = nil }
        try await test.store.put(entry)
    }
}
