import Contracts
import JSONRPC
import StrictJSON
import Support
import Testing
import Vocabulary

@testable import LatchkeyDevice

/// What a pull does to what is here (seed 001, situations 7 to 9).
@Suite struct PullTests {
    private typealias T = TestDevice
    private static let other = SecretID(bits: 0xa)

    @Test func `new and changed entries come in, deleted ones go, pages are followed to the end`() async throws {
        let changed = SecretID(bits: 0xb), gone = SecretID(bits: 0xc)
        let vault = FakePeer { asked, before in
            before == 0
                ? T.page([T.item(Self.other, rev: 4, T.body("New"))], more: true, cursor: "c1")
                : asked.params["cursor"] == "c1"
                    ? T.page([T.item(changed, rev: 5, T.body("After")), T.item(gone, rev: 6, nil)], cursor: "c2")
                    : T.page([], cursor: "c2")
        }
        let test = try await T(vault: vault)
        try await put(test, changed, "Before")
        try await put(test, gone, "Gone")
        try await test.store.changeProfile { $0.cursor = "c0" }
        let report = try await test.device.sync()
        #expect(try await test.issuers() == ["After", "New"])
        #expect((report.received, report.removed) == (2, 1))
        #expect(try await test.store.profile().cursor == "c2")
    }

    @Test func `a row with unsent edits is not touched by a pull`() async throws {
        let vault = FakePeer { asked, _ in
            asked.method == "vault.push"
                ? .fault("unavailable", status: 200) : T.page([T.item(Self.other, rev: 9, T.body("Theirs"))])
        }
        let test = try await T(vault: vault)
        try await put(test, Self.other, "Before")
        _ = try await test.device.edit(try await test.device.find("Before"), issuer: "Ours", accountName: nil)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.issuers() == ["Ours"])
        #expect(try await test.store.entries().first?.base?.version.rev == DecimalInt64(1))
    }

    @Test func `an item the server cannot open leaves the copy here alone`() async throws {
        var unreadable = T.item(Self.other, rev: 9, nil).object ?? [:]
        unreadable["state"] = "live"
        unreadable["fault"] = "itemUnreadable"
        let item = JSON.object(unreadable)
        let test = try await T(vault: FakePeer { _, _ in T.page([item]) })
        try await put(test, Self.other, "Mine")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["Mine"])
    }

    @Test func `absence deletes only after a complete pull from the start`() async throws {
        let test = try await T(vault: FakePeer { _, _ in T.page([]) })
        try await put(test, Self.other, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["K"])
        try await test.store.changeProfile { $0.cursor = nil }
        _ = try await test.device.sync()
        #expect(try await test.issuers().isEmpty)
    }

    @Test func `after a restore the entry the server lost is pushed again, not deleted`() async throws {
        let vault = FakePeer { asked, _ in
            if asked.method == "vault.push" { return T.pushed(asked) { _, _ in ["outcome": "applied", "rev": "30"] } }
            return asked.params["cursor"] == "c0"
                ? .fault("resyncRequired", status: 200, data: ["reason": "epochChanged", "epochBase": "3"]) : T.page([])
        }
        let test = try await T(vault: vault)
        try await put(test, Self.other, "Lost", rev: 7)
        try await put(test, SecretID(bits: 0xd), "Deleted", rev: 2)
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["Lost"])
        #expect(vault.pushed.last?.first?["type"] == "create")
    }

    @Test func `an entry made while signed out binds to the server's equal one`() async throws {
        let test = try await T(vault: FakePeer { _, _ in T.page([T.item(Self.other, rev: 4, T.body("Same"))]) })
        try await test.store.changeProfile { $0.accountId = nil }
        try await test.unsent("Same")
        try await test.store.changeProfile { $0.accountId = T.account }
        _ = try await test.device.sync()
        #expect(try await test.device.list().map(\.id) == [Self.other])
    }

    private func put(_ test: T, _ id: SecretID, _ issuer: String, rev: Int64 = 1) async throws {
        let body = T.body(issuer)
        try await test.store.put(
            LocalEntry(
                id: id, kind: "otp", base: .init(version: ItemBase(epoch: T.epoch, rev: DecimalInt64(rev)), body: body),
                body: body, sent: nil, parked: nil, made: test.clock.now))
    }
}
