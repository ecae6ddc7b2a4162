import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// Edits of an entry that the server has deleted: the person who edits it chooses to have it.
@Suite struct GoneEntryTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa)

    @Test(arguments: [true, false])
    func `an edit of an entry that is gone restores it on the tombstone`(isLearntByPull: Bool) async throws {
        let test = try await gone(isLearntByPull: isLearntByPull)
        _ = try await test.device.edit(try await test.device.entry(named: "Ours"), issuer: "Again", accountName: nil)
        let report = try await test.device.sync()
        let op = try #require(test.vault.pushed.last?.first)
        #expect(op["type"] == "restore" && op["base"]?["rev"] == "8" && op["body"]?["issuer"] == "Again")
        #expect(report.sent == 1 && report.gone.isEmpty)
        let row = try #require(try await test.store.entries().first)
        #expect(row.isSynchronised && !row.hasUnsentEdits && row.blocked == nil && row.issuer == "Again")
    }

    @Test
    func `the restore of an entry that was deleted again meanwhile is asked about once more, on the new tombstone`()
        async throws
    {
        let test = try await gone { op, count in
            op["base"]?["rev"] == "12"
                ? ["outcome": "applied", "rev": "13"]
                : ["outcome": "conflict", "current": T.item(Self.id, rev: 12, nil)]
        }
        _ = try await test.device.edit(try await test.device.entry(named: "Ours"), issuer: "Again", accountName: nil)
        #expect(try await test.device.sync().gone == [Self.id])
        _ = try await test.device.edit(try await test.device.entry(named: "Again"), issuer: "More", accountName: nil)
        #expect(try await test.device.sync().sent == 1)
        #expect(try await test.issuers() == ["More"])
    }

    @Test func `an edit that meets a restore of another device keeps both, where there was no common version`()
        async throws
    {
        var theirs = T.body("Theirs")
        theirs["secret"] = "MFRGGZDFMZTWQ2LK"
        let item = T.item(Self.id, rev: 12, theirs)
        let test = try await gone { op, _ in
            op["type"] == "create" ? ["outcome": "applied", "rev": "14"] : ["outcome": "conflict", "current": item]
        }
        try await test.store.write { transaction in
            guard var entry = try transaction.entry(Self.id) else { return }
            entry.body?["secret"] = "GEZDGNBVGY3TQOJQ"
            try transaction.put(entry)
        }
        _ = try await test.device.edit(try await test.device.entry(named: "Ours"), issuer: "Again", accountName: nil)
        #expect(try await test.device.sync().copies.count == 1)
        #expect(try await test.issuers() == ["Again", "Theirs"])
    }

    @Test func `an entry that is gone and not edited stays out of every push, also through a logout and a return`()
        async throws
    {
        let test = try await gone()
        let pushes = test.vault.pushed.count
        _ = try await test.device.sync()
        #expect(test.vault.pushed.count == pushes)
        try await test.device.logout(.keep)
        try await test.signIn(as: T.account, session: SessionID(bits: 50))
        _ = try await test.device.sync()
        #expect(test.vault.pushed.joined().allSatisfy { $0["type"] != "restore" })
        #expect(try await test.device.undecidedEntries().map(\.blocked) == [.gone])
    }

    @Test func `an entry that is gone is removed by discard and by delete, and nothing is sent`() async throws {
        for isDiscarded in [true, false] {
            let test = try await gone()
            let entry = try await test.device.undecidedEntry(named: "Ours"), pushes = test.vault.pushed.count
            if isDiscarded { _ = try await test.device.discard(entry) } else { try await test.device.delete(entry) }
            _ = try await test.device.sync()
            #expect(try await test.store.entries().isEmpty && test.vault.pushed.count == pushes)
        }
    }

    @Test(arguments: [(8, ["Ours"]), (9, ["Back", "Ours"])] as [(Int64, [String])])
    func `an entry that is gone comes back only with a version above its tombstone`(rev: Int64, left: [String])
        async throws
    {
        let test = try await gone(laterItem: T.item(Self.id, rev: rev, T.body("Back")))
        _ = try await test.device.sync()
        #expect(try await test.issuers() == left)
    }

    @Test func `a decision to bring an entry back outlives a logout`() async throws {
        let vault = ScriptedConnection { request, count in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "31"] }
                : T.page((1...6).map { T.item(SecretID(bits: UInt128($0)), rev: 20, nil) }, head: 30)
        }
        let test = try await T(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.store.changeProfile { $0.cursor = "c0" }
        for number in 1...6 { try await test.put(SecretID(bits: UInt128(number)), "K\(number)") }
        #expect(try await test.device.sync().held.count == 6)
        _ = try await test.device.rejectDeletion(of: try await test.device.deletion(named: "K1"))
        let session = try await test.store.profile().session
        try await test.device.apply(.loggedOutHere(.keep), reason: "", to: session)
        _ = try await test.device.rejectDeletion(of: try await test.device.deletion(named: "K2"))
        #expect(try await test.issuers() == ["K1", "K2"])
        try await test.signIn(as: T.account, session: SessionID(bits: 50))
        #expect(try await test.device.sync().sent == 2)
        let restores = vault.pushed.joined()
        #expect(restores.allSatisfy { $0["type"] == "restore" && $0["base"]?["rev"] == "20" })
        #expect(try await test.issuers() == ["K1", "K2"])
    }

    /// A device with the entry Ours, edited here and deleted by another device at rev 8. The vault answers an operation
    /// with the closure's outcome, given how many requests came before.
    private func gone(
        isLearntByPull: Bool = true, laterItem: JSON? = nil,
        _ outcome: @escaping @Sendable (JSON, Int) -> JSONObject = { _, _ in ["outcome": "applied", "rev": "9"] }
    ) async throws -> T {
        let tombstone = T.item(Self.id, rev: 8, nil)
        let vault = ScriptedConnection { request, count in
            guard request.method == "vault.push" else {
                return T.page(count == 0 && isLearntByPull ? [tombstone] : laterItem.map { [$0] } ?? [])
            }
            return T.pushed(request) { _, op in
                count == 0 && !isLearntByPull ? ["outcome": "gone", "current": tombstone] : outcome(op, count)
            }
        }
        let test = try await T(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.cursor = "c0" }
        try await test.store.write { transaction in
            guard var entry = try transaction.entry(Self.id) else { return }
            entry.body?["issuer"] = "Ours"
            if isLearntByPull { entry.blocked = .rejected("bodyRefused") }
            try transaction.put(entry)
        }
        #expect(try await test.device.sync().gone == [Self.id])
        return test
    }
}
