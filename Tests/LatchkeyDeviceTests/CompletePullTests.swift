import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// Complete pulls: their causes, their interruption, and what absence from them means.
@Suite struct CompletePullTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa)

    @Test(arguments: [
        // reason, unedited entry: trashed; edited entry: gone
        ("epochChanged", true), ("cursorExpired", true), ("badCursor", false), ("cursorAhead", false),
        ("somethingNewer", false), ("first", false), ("unexplained", false),
    ])
    func
        `an absent entry goes to the local trash if the reason makes absence a deletion, and else waits for a decision`(
            reason: String, isDeletion: Bool
        ) async throws
    {
        let edited = SecretID(bits: 0xb)
        let test = try await refused(reason)
        try await test.put(Self.id, "K")
        try await test.put(edited, "E")
        _ = try await test.device.edit(try await test.device.entry(named: "E"), issuer: "Ours", accountName: nil)
        let report = try await test.device.sync()
        #expect(report.trashed == (isDeletion ? [Self.id] : []))
        #expect(Set(report.gone) == (isDeletion ? [edited] : [edited, Self.id]))
        #expect(try await test.issuers() == (isDeletion ? ["Ours"] : ["K", "Ours"]))
        #expect(try await test.store.entries().count == 2)
        #expect(test.vault.pushed.flatMap { $0 }.allSatisfy { $0["type"] == "update" }, "nothing is created again")
    }

    @Test(arguments: ["epochChanged", "cursorExpired", "badCursor"], ["bodyRefused", "accountFull"])
    func `an absent entry whose edit the vault has rejected keeps it and waits for a decision`(
        cause: String, rejection: String
    ) async throws {
        let vault = ScriptedConnection { request, _ in
            if request.method == "vault.push" {
                return T.pushed(request) { _, _ in ["outcome": "rejected", "reason": .string(rejection)] }
            }
            return request.params["cursor"] == "c0"
                ? .fault("resyncRequired", status: 200, data: ["reason": .string(cause)]) : T.page([])
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.edit(try await test.device.entry(named: "K"), issuer: "Ours", accountName: nil)
        #expect(try await test.device.sync().gone == [Self.id])
        #expect(try await test.issuers() == ["Ours"])
        let row = try #require(try await test.store.entries().first)
        #expect(row.blocked == .gone && row.trash == nil && row.hasUnsentEdits)
    }

    @Test func `an entry with an operation in flight is not judged by its absence`() async throws {
        let vault = ScriptedConnection { request, count in
            if request.method == "vault.push" { return .lost }
            return T.page([])
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.edit(try await test.device.entry(named: "K"), issuer: "Ours", accountName: nil)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        try await test.store.changeProfile { $0.cursor = nil }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        let row = try #require(try await test.store.entries().first)
        #expect(row.inFlight != nil && row.blocked == nil && row.trash == nil)
    }

    @Test func `an interrupted complete pull continues at its next page, and knows what the first pages showed`()
        async throws
    {
        let second = SecretID(bits: 0xb), absent = SecretID(bits: 0xc)
        let vault = ScriptedConnection { request, count in
            switch request.params["cursor"]?.string {
            case nil: T.page([T.item(Self.id, rev: 4, T.body("A"))], more: true, cursor: "c1")
            case "c1": count == 1 ? .lost : T.page([T.item(second, rev: 5, T.body("B"))], cursor: "c2")
            case _: T.page([], cursor: "c2")
            }
        }
        let test = try await T(vault: vault)
        try await test.put(absent, "C")
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.issuers() == ["A", "C"])
        let report = try await test.device.sync()
        #expect(vault.requests.map { $0.params["cursor"]?.string } == [nil, "c1", "c1", "c2"])
        #expect(try await test.issuers() == ["A", "B"])
        #expect(report.trashed == [absent])
        #expect(try await test.store.profile().completePull == nil)
    }

    @Test func `an epoch change in the middle restarts the pull with a new mark`() async throws {
        let later = EpochID(bits: 10)
        let vault = ScriptedConnection { request, count in
            switch (request.params["cursor"]?.string, count) {
            case (nil, 0): T.page([T.item(Self.id, rev: 4, T.body("A"))], more: true, cursor: "c1")
            case ("c1", _): .fault("resyncRequired", status: 200, data: ["reason": "epochChanged"])
            case (nil, _): T.page([], cursor: "c2", epoch: later, former: [(T.epoch, 10)])
            case _: T.page([], cursor: "c2", epoch: later)
            }
        }
        let test = try await T(vault: vault)
        let report = try await test.device.sync()
        #expect(report.trashed == [Self.id])
        #expect(try await test.store.profile().history?.epoch == later)
    }

    @Test func `a vault that refuses every cursor ends the sync with its refusal`() async throws {
        let vault = ScriptedConnection { request, _ in
            request.params["cursor"] == nil
                ? T.page([], more: true, cursor: "c1")
                : .fault("resyncRequired", status: 200, data: ["reason": "epochChanged"])
        }
        let test = try await T(vault: vault)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(vault.requests.count == 8)
    }

    @Test(arguments: [(4, "Before"), (5, "Before"), (6, "After")] as [(Int64, String)])
    func `within an epoch only a higher rev replaces an entry`(rev: Int64, issuer: String) async throws {
        let test = try await T(
            vault: ScriptedConnection { _, _ in T.page([T.item(Self.id, rev: rev, T.body("After"))]) })
        try await test.put(Self.id, "Before", rev: 5)
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        #expect(try await test.issuers() == [issuer])
    }

    @Test func `a tombstone that is older than the entry's version is ignored`() async throws {
        let test = try await T(vault: ScriptedConnection { _, _ in T.page([T.item(Self.id, rev: 4, nil)]) })
        try await test.put(Self.id, "K", rev: 5)
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["K"])
    }

    @Test func `an entry that waited for a decision and is live again takes the server's version beside a copy`()
        async throws
    {
        let vault = ScriptedConnection { request, count in
            if request.method == "vault.push" {
                return T.pushed(request) { _, _ in ["outcome": "applied", "rev": "9"] }
            }
            return count == 0
                ? T.page([T.item(Self.id, rev: 4, nil)]) : T.page([T.item(Self.id, rev: 5, T.body("Theirs"))])
        }
        let test = try await T(vault: vault)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.edit(try await test.device.entry(named: "K"), issuer: "Ours", accountName: nil)
        try await test.store.write { transaction in
            guard var entry = try transaction.entry(Self.id) else { return }
            entry.blocked = .rejected("bodyRefused")
            try transaction.put(entry)
        }
        #expect(try await test.device.sync().gone == [Self.id])
        #expect(try await test.device.sync().copies.count == 1)
        #expect(try await test.issuers() == ["Ours", "Theirs"])
    }

    @Test func `an item with the id of an entry of another account leaves that entry's content here`()
        async throws
    {
        let test = try await T(
            vault: ScriptedConnection { _, _ in T.page([T.item(Self.id, rev: 4, T.body("Theirs"))]) })
        try await test.put(Self.id, "Mine")
        try await test.signIn(as: AccountID(bits: 8), session: SessionID(bits: 99))
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["Mine", "Theirs"])
        #expect(try await test.device.entryList().rows.map(\.isForeign) == [true, false])
    }

    /// A device whose cursor the vault refuses with this reason; the vault is empty.
    private func refused(_ reason: String) async throws -> T {
        let vault = ScriptedConnection { request, _ in
            if request.params["cursor"] == "c0" {
                return .fault("resyncRequired", status: 200, data: ["reason": .string(reason)])
            }
            return request.method == "vault.push" ? T.pushed(request) { _, _ in ["outcome": "gone"] } : T.page([])
        }
        let test = try await T(vault: vault)
        try await test.store.changeProfile { $0.cursor = "c0" }
        return test
    }
}
