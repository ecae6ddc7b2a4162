import Contracts
import DeviceCommands
import Domain
import JSONRPC
import PairSupport
import Primitives
import SQL
import StrictJSON
import Support
import Testing
import VaultStore

@testable import LatchkeyDevice

/// Changes that a limit of the account refuses: they stay pending, and are sent when the account is below it again.
@Suite struct AccountLimitTests {
    private typealias T = DeviceFixture

    @Test func `a new entry that finds the vault full waits, is named by the sync, and is sent when there is room`()
        async throws
    {
        let (pair, phone) = try await phone { $0.itemsPerAccount = 2 }
        for issuer in ["A", "B", "C"] {
            _ = try await phone.add(uri: T.uri(issuer))
            try await pair.advance(by: .milliseconds(1))
        }
        for sent in [2, 0] {
            let report = try await phone.sync()
            let id = try await phone.entry(named: "C").id
            #expect(report.sent == sent && report.waiting == [id: "itemsPerAccount"] && report.rejected.isEmpty)
        }
        let text = SyncEntries.text(of: try await SyncEntries().run(on: phone))
        #expect(text.contains("The vault is full (itemsPerAccount). Kept here, and sent again with the next sync: 1."))
        try await phone.delete(phone.entry(named: "B"))
        let report = try await phone.sync()
        #expect(report.sent == 2 && report.waiting.isEmpty)
        #expect(try await phone.store.entries().allSatisfy { !$0.isOwed && $0.isSynchronised })
    }

    @Test func `a deletion is sent although the log of operations is full, and an addition when the log has room`()
        async throws
    {
        let (pair, phone) = try await phone { $0.operationsPerAccount = 2 }
        for issuer in ["A", "B"] { _ = try await phone.add(uri: T.uri(issuer)) }
        #expect(try await phone.sync().sent == 2)
        try await phone.delete(phone.entry(named: "A"))
        let added = try await phone.add(uri: T.uri("C"))
        for sent in [1, 0] {
            let report = try await phone.sync()
            #expect(report.sent == sent && report.waiting == [added.id: "operationsPerAccount"])
            #expect(report.rejected.isEmpty)
            #expect(try await phone.entries().map(\.issuer).sorted() == ["B", "C"])
        }
        _ = try await pair.vaultDatabase.write { try $0.run(Statement("UPDATE vault_head SET operations = 0")) }
        #expect(try await phone.sync().sent == 1)
        #expect(try await phone.store.entries().map(\.issuer).sorted() == ["B", "C"])
    }

    @Test(arguments: [("bytesPerAccount", true), ("tombstonesPerAccount", true), ("bytesPerBody", false)])
    func `a limit of the account refuses an entry for a time, and the limit of a body refuses it for good`(
        limit: String, isTemporary: Bool
    ) async throws {
        let (pair, phone) = try await phone { limits in
            switch limit {
            case "bytesPerAccount": limits.bytesPerAccount = 300
            case "tombstonesPerAccount": limits.tombstonesPerAccount = 1
            case _: limits.bytesPerBody = 200
            }
        }
        _ = try await phone.add(uri: T.uri("A"))
        _ = try await phone.sync()
        if limit == "tombstonesPerAccount" {
            try await phone.delete(phone.entry(named: "A"))
            _ = try await phone.sync()
        }
        let long = String(repeating: "L", count: 150)
        let entry = try await phone.add(uri: T.uri(long))
        for _ in 0..<2 {
            let report = try await phone.sync()
            #expect(report.waiting == (isTemporary ? [entry.id: limit] : [:]))
        }
        let row = try #require(try await phone.store.entries().first { $0.id == entry.id })
        #expect(row.blocked?.reason == (isTemporary ? nil : "limitReached: bytesPerBody"))
        guard isTemporary else { return }
        if limit == "tombstonesPerAccount" {
            _ = try await pair.vaultDatabase.write { try $0.run(Statement("UPDATE vault_head SET tombstones = 0")) }
        } else {
            try await phone.delete(phone.entry(named: "A"))
        }
        #expect(try await phone.sync().waiting.isEmpty)
        #expect(try await phone.store.entries().map(\.issuer) == [long])
        #expect(try await phone.store.entries().allSatisfy { !$0.isOwed })
    }

    @Test
    func
        `behind more refused entries than a push holds, deletions are sent, and only they have refused ones tried again`()
        async throws
    {
        let vault = ScriptedConnection { request, _ in
            guard request.method == "vault.push" else { return T.page([], cursor: "c0") }
            return T.pushed(request) { _, op in
                op["type"] == "create"
                    ? ["outcome": "rejected", "reason": "limitReached", "field": "itemsPerAccount"]
                    : ["outcome": "applied", "rev": "9"]
            }
        }
        let test = try await T(vault: vault)
        try await test.store.changeProfile { $0.cursor = "c0" }
        for number in 1...150 { try await test.unsent("N\(number)") }
        test.clock.advance(by: .seconds(1))
        let doomed = try await test.synchronised("K")
        try await test.device.delete(doomed)
        let report = try await test.device.sync()
        #expect(vault.pushed.map(\.count) == [100, 1, 100] && report.sent == 1)
        #expect(report.waiting.count == 150)
        #expect(try await test.store.entries().count == 150)
    }

    /// A phone that is signed in to a vault with limits of its own.
    private func phone(
        _ change: (inout StoreLimits) -> Void
    ) async throws -> (ServicePair, Device) {
        var limits = StoreLimits()
        change(&limits)
        let pair = try await ServicePair(limits: limits)
        let phone = try await pair.makeDevice("phone")
        _ = try await phone.register(phone: "+4915112345678", group: try #require(GroupID(rawValue: "demo")))
        _ = try await phone.confirm(code: nil)
        try await pair.settle()
        return (pair, phone)
    }
}
