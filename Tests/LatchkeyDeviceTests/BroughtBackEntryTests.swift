import Contracts
import Domain
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Entries that a person brings back while another device has brought back content of its own.
@Suite struct BroughtBackEntryTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 1)
    /// Content that differs in a label, and content that differs in the secret.
    private static let others: [JSONObject] = ["issuer", "secret"].map { member in
        var body = T.body("Ours")
        body[member] = "KRSXG5CTMVRXEZLU"
        return body
    }

    @Test(arguments: others) func `a deletion that is rejected is no merge with what another device has restored`(
        theirs: JSONObject
    ) async throws {
        let test = try await T(vault: vault(tombstones: [20], thenLive: theirs))
        try await test.put(Self.id, "Ours")
        var entry = try await test.device.entry(named: "Ours")
        let tombstone = ItemBase(epoch: T.epoch, rev: DecimalInt64(20))
        entry.trash = LocalTrash(state: .held, at: test.clock.now, tombstone: tombstone)
        try await test.store.put(entry)
        _ = try await test.device.rejectDeletion(of: entry)
        try await expectBoth(theirs, on: test)
    }

    @Test(arguments: others) func `an edit of an entry that was deleted twice is no merge with what was restored`(
        theirs: JSONObject
    ) async throws {
        let test = try await T(vault: vault(tombstones: [20, 22], thenLive: theirs))
        try await test.put(Self.id, "Bank")
        var entry = try await test.device.entry(named: "Bank")
        entry.base = .init(
            version: ItemBase(epoch: T.epoch, rev: DecimalInt64(20)), body: T.body("Bank"), state: .deleted)
        entry.body = T.body("Ours")
        entry.blocked = .gone
        try await test.store.put(entry)
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        #expect(try await test.store.entries().first?.base?.version.rev == DecimalInt64(22))
        _ = try await test.device.edit(entry, issuer: nil, accountName: "edited")
        try await expectBoth(theirs, on: test)
    }

    @Test(arguments: [true, false]) func `a lost deletion is done with where another device has made a later one again`(
        isTrash: Bool
    ) async throws {
        let vault = ScriptedConnection { request, _ in
            guard request.method == "vault.push" else { return T.page([]) }
            return T.pushed(request) { _, _ in
                var item =
                    T.item(Self.id, rev: 25, isTrash ? T.body("K") : nil, state: isTrash ? "trashed" : "deleted").object
                    ?? [:]
                item["broughtBack"] = ["epoch": .string("\(T.epoch)"), "rev": "24"]
                return ["outcome": "gone", "current": .object(item)]
            }
        }
        let test = try await T(vault: vault)
        let version = ItemBase(epoch: T.epoch, rev: DecimalInt64(20))
        let deletion = RememberedDeletion(
            id: Self.id, version: version, isTrash: isTrash, contentDigest: nil, contentVersion: nil)
        let owner = test.store.cipher.tag(of: T.account)
        try await test.store.put(.lostDeletion(deletion, at: test.clock.now, owner: owner))
        try await test.store.changeProfile { $0.cursor = "c0" }
        #expect(try await test.device.sync().removed == 0)
        #expect(try await test.store.entries().isEmpty)
    }

    @Test(arguments: [true, false])
    func `the deletion of an entry that lives again is forgotten, so that no restore makes it again`(
        isRestoredHere: Bool
    ) async throws {
        let vault = ScriptedConnection { request, _ in
            if request.method == "vault.push" {
                return T.pushed(request) { _, _ in ["outcome": "applied", "rev": "31"] }
            }
            var items: [String: JSON] = ["c0": T.item(Self.id, rev: 20, nil)]
            if !isRestoredHere { items["c1"] = T.item(Self.id, rev: 25, T.body("Restored")) }
            let cursor = request.params["cursor"]?.string ?? ""
            return T.page(items[cursor].map { [$0] } ?? [], head: 30, cursor: cursor == "c0" ? "c1" : "c2")
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        var entry = try await test.device.entry(named: "K")
        entry.blocked = .rejected("limitReached")
        entry.body = T.body("Edited")
        try await test.store.put(entry)
        try await test.store.changeProfile { $0.cursor = "c0" }
        #expect(try await test.device.sync().gone == [Self.id])
        #expect(try await test.store.read { try $0.rememberedDeletion(of: Self.id) } != nil)
        if isRestoredHere {
            entry = try await test.device.entry(named: "Edited")
            _ = try await test.device.edit(entry, issuer: "Edited again", accountName: nil)
        }
        _ = try await test.device.sync()
        #expect(try await test.store.read { try $0.rememberedDeletion(of: Self.id) } == nil)
    }

    /// Synchronises, and expects the content of the other device under the entry's id and this device's as a copy.
    private func expectBoth(_ theirs: JSONObject, on test: T) async throws {
        let ours = try #require(try await test.store.entries().first?.body)
        #expect(try await test.device.sync().copies.count == 1)
        let entries = try await test.store.entries()
        #expect(entries.first { $0.id == Self.id }?.body == theirs)
        #expect(entries.filter { $0.id != Self.id }.map(\.body) == [ours])
    }

    /// A vault whose first pull shows these tombstones, one a page, and that answers a restore with a live item.
    private func vault(tombstones: [Int64], thenLive theirs: JSONObject) -> ScriptedConnection {
        ScriptedConnection { request, _ in
            guard request.method == "vault.push" else {
                return T.page(
                    request.params["cursor"] == "c0" ? tombstones.map { T.item(Self.id, rev: $0, nil) } : [], head: 30)
            }
            return T.pushed(request) { _, op in
                op["type"] == "restore"
                    ? ["outcome": "conflict", "current": T.item(Self.id, rev: 25, theirs)]
                    : ["outcome": "applied", "rev": "31"]
            }
        }
    }
}
