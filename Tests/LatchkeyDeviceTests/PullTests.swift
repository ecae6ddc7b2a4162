import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// The effect of a pull on the store (secrets logic document, situations 7 to 9).
@Suite struct PullTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa)

    @Test func `a pull stores new and changed entries, removes deleted ones, and follows all pages`() async throws {
        let changed = SecretID(bits: 0xb), gone = SecretID(bits: 0xc)
        let vault = ScriptedConnection { request, count in
            count == 0
                ? T.page([T.item(Self.id, rev: 4, T.body("New"))], more: true, cursor: "c1")
                : request.params["cursor"] == "c1"
                    ? T.page([T.item(changed, rev: 5, T.body("After")), T.item(gone, rev: 6, nil)], cursor: "c2")
                    : T.page([], cursor: "c2")
        }
        let test = try await T(vault: vault)
        try await test.put(changed, "Before")
        try await test.put(gone, "Gone")
        try await test.store.changeProfile { $0.cursor = "c0" }
        let report = try await test.device.sync()
        #expect(try await test.issuers() == ["After", "New"])
        #expect((report.received, report.removed) == (2, 1))
        #expect(try await test.store.profile().cursor == "c2")
    }

    @Test func `a page that leads to itself ends the sync with an error`() async throws {
        let test = try await T(vault: ScriptedConnection { _, _ in T.page([], more: true, cursor: "c1") })
        try await test.store.changeProfile { $0.cursor = "c0" }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(test.vault.requests.count == 2)
    }

    @Test(arguments: [("c0", ["c0", nil]), (nil, [nil])] as [(String?, [String?])])
    func `a vault that refuses the first page of a complete pull is not called again in this sync`(
        cursor: String?, pulls: [String?]
    ) async throws {
        let test = try await T(vault: ScriptedConnection(always: .fault("resyncRequired", status: 200)))
        try await test.store.changeProfile { $0.cursor = cursor }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(test.vault.requests.map { $0.params["cursor"]?.string } == pulls)
    }

    @Test func `what others have changed arrives even if a limit refuses this device's changes`() async throws {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? .fault("limitReached", status: 200) : T.page([T.item(Self.id, rev: 4, T.body("New"))])
        }
        let test = try await T(vault: vault)
        try await test.store.changeProfile { $0.cursor = "c0" }
        try await test.unsent("U")
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.issuers() == ["New", "U"])
    }

    @Test func `a pull does not change an entry with unsent edits`() async throws {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? .fault("unavailable", status: 200) : T.page([T.item(Self.id, rev: 9, T.body("Theirs"))])
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "Before")
        _ = try await test.device.edit(try await test.device.entry(named: "Before"), issuer: "Ours", accountName: nil)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.issuers() == ["Ours"])
        #expect(try await test.store.entries().first?.base?.version.rev == DecimalInt64(1))
    }

    @Test func `an item that the server cannot decrypt does not change the device's entry`() async throws {
        var unreadable = T.item(Self.id, rev: 9, nil).object ?? [:]
        unreadable["state"] = "live"
        unreadable["fault"] = "itemUnreadable"
        let item = JSON.object(unreadable)
        let test = try await T(vault: ScriptedConnection { _, _ in T.page([item]) })
        try await test.put(Self.id, "Mine")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["Mine"])
    }

    @Test func `an absent entry is removed only after a complete pull from the beginning`() async throws {
        let test = try await T(vault: ScriptedConnection { _, _ in T.page([]) })
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["K"])
        try await test.store.changeProfile { $0.cursor = nil }
        _ = try await test.device.sync()
        #expect(try await test.issuers().isEmpty)
    }

    @Test func `an item in the trash is removed here, and returns when it is restored`() async throws {
        let vault = ScriptedConnection { _, count in
            switch count {
            case 0: T.page([T.item(Self.id, rev: 4, T.body("K"), state: "trashed"), Self.neverSeen])
            case 1: T.page([T.item(Self.id, rev: 5, T.body("K"))])
            case _: T.page([])
            }
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        let report = try await test.device.sync()
        #expect(try await test.issuers().isEmpty)
        #expect((report.received, report.removed) == (0, 1))
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["K"])
    }

    private static let neverSeen = T.item(SecretID(bits: 0xd), rev: 3, T.body("Trash"), state: "trashed")

    @Test(arguments: ["trashed", "deleted"])
    func `an entry edited here and deleted there stays unsent and is reported once`(_ state: String) async throws {
        let vault = ScriptedConnection { _, _ in
            T.page([T.item(Self.id, rev: 4, state == "trashed" ? T.body("K") : nil, state: state)])
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        _ = try await test.device.edit(try await test.device.entry(named: "K"), issuer: "Ours", accountName: nil)
        #expect(try await test.device.sync().gone == [Self.id])
        #expect(try await test.device.entry(named: "Ours").blocked == .gone)
        #expect(try await test.device.sync().gone.isEmpty && vault.pushed.isEmpty)
    }

    @Test func `an entry made while signed out does not bind to an equal item in the trash`() async throws {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "5"] }
                : T.page([T.item(Self.id, rev: 4, T.body("Same"), state: "trashed")])
        }
        let test = try await T(vault: vault)
        try await test.store.changeProfile { $0.accountId = nil }
        try await test.unsent("Same")
        try await test.store.changeProfile { $0.accountId = T.account }
        #expect(try await test.device.sync().sent == 1)
        #expect(try await test.issuers() == ["Same"])
    }

    @Test func `an entry made while signed out binds to an equal item of the server`() async throws {
        let test = try await T(
            vault: ScriptedConnection { _, _ in T.page([T.item(Self.id, rev: 4, T.body("Same"))]) })
        try await test.store.changeProfile { $0.accountId = nil }
        try await test.unsent("Same")
        try await test.store.changeProfile { $0.accountId = T.account }
        _ = try await test.device.sync()
        #expect(try await test.device.entries().map(\.id) == [Self.id])
    }
}
