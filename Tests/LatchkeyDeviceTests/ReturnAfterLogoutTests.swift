import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// Entries that a person kept through a logout, when the same account, or another one, signs in.
@Suite struct ReturnAfterLogoutTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa)

    @Test func `a kept entry counts as local, and can be used, edited and deleted while nobody is signed in`()
        async throws
    {
        let test = try await returning(edited: false, signedIn: false) { _ in T.page([]) }
        let list = try await test.device.entryList()
        #expect(list.rows.map(\.isForeign) == [false])
        #expect(!list.rows[0].entry.isSynchronised && list.rows[0].entry.base?.state == .kept)
        try await test.device.delete(list.rows[0].entry)
        #expect(try await test.store.entries().isEmpty)
    }

    @Test func `an entry nobody edited takes the server's newer version, its secret included`() async throws {
        var newer = T.body("Bank")
        newer["secret"] = "MFRGGZDFMZTWQ2LK"
        let item = T.item(Self.id, rev: 5, newer)
        let test = try await returning(edited: false) { _ in T.page([item]) }
        let report = try await test.device.sync()
        #expect(report.received == 1 && report.copies.isEmpty && test.vault.pushed.isEmpty)
        #expect(try await test.device.entry(named: "Bank").body?["secret"] == "MFRGGZDFMZTWQ2LK")
    }

    @Test func `an entry of the same version is synchronised again, and nothing is sent`() async throws {
        let test = try await returning(edited: false) { _ in T.page([T.item(Self.id, rev: 1, T.body("Bank"))]) }
        _ = try await test.device.sync()
        let entry = try await test.device.entry(named: "Bank")
        #expect(entry.isSynchronised && entry.base?.state == .current && test.vault.pushed.isEmpty)
    }

    @Test func `an edited entry is merged three ways with the server's newer version`() async throws {
        var theirs = T.body("Bank")
        theirs["accountName"] = "eve"
        let item = T.item(Self.id, rev: 5, theirs)
        let test = try await returning(edited: true) { request in
            request.method == "vault.push"
                ? T.pushed(request) { _, op in
                    op["base"]?["rev"] == "1"
                        ? ["outcome": "conflict", "current": item] : ["outcome": "applied", "rev": "6"]
                } : T.page([item])
        }
        let report = try await test.device.sync()
        #expect(report.copies.isEmpty && report.sent == 1)
        let entry = try await test.device.entry(named: "Ours")
        #expect(entry.accountName == "eve" && !entry.hasUnsentEdits)
        #expect(test.vault.pushed.map { $0.first?["type"] } == ["update", "update"])
    }

    @Test func `an unedited entry that was deleted meanwhile goes to the local trash, and can be brought back`()
        async throws
    {
        let test = try await returning(edited: false) { _ in T.page([T.item(Self.id, rev: 5, nil)]) }
        let report = try await test.device.sync()
        #expect(report.trashed == [Self.id] && report.removed == 0)
        #expect(try await test.issuers().isEmpty)
        #expect(try await test.device.deletions().map(\.issuer) == ["Bank"])
    }

    @Test(arguments: [true, false])
    func `an edited entry that was deleted, and any that is absent, waits for the person's decision`(
        isDeleted: Bool
    ) async throws {
        let test = try await returning(edited: isDeleted) { _ in T.page(isDeleted ? [T.item(Self.id, rev: 5, nil)] : [])
        }
        #expect(try await test.device.sync().gone == [Self.id])
        #expect(try await test.device.undecidedEntries().map(\.blocked) == [.gone])
        #expect(test.vault.pushed.isEmpty)
    }

    @Test func `a version that the vault lost meanwhile is given back`() async throws {
        let other = EpochID(bits: 8)
        let test = try await returning(edited: false) { request in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "101"] }
                : T.page([], head: 101, epoch: other, former: [])
        }
        #expect(try await test.device.sync().sentOnLostBase == 1)
        #expect(test.vault.pushed.first?.first?["base"]?["rev"] == "1")
    }

    @Test func `an edit that the vault refused before the logout is sent again after the return`() async throws {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "5"] }
                : T.page([T.item(Self.id, rev: 1, T.body("Bank"))])
        }
        let test = try await T(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.put(Self.id, "Bank")
        try await test.store.write { transaction in
            guard var entry = try transaction.entry(Self.id) else { return }
            (entry.body, entry.blocked) = (T.body("Ours"), .rejected("bodyRefused"))
            try transaction.put(entry)
        }
        try await test.device.logout(.keep)
        #expect(vault.pushed.isEmpty)
        try await test.signIn(as: T.account, session: SessionID(bits: 50))
        #expect(try await test.device.sync().sent == 1)
        #expect(vault.pushed.first?.first?["body"]?["issuer"] == "Ours")
    }

    @Test func `another account holds the kept entries, and sends nothing of them`() async throws {
        let test = try await returning(edited: true, to: AccountID(bits: 8)) { _ in T.page([]) }
        _ = try await test.device.sync()
        #expect(try await test.device.entryList().rows.map(\.isForeign) == [true])
        #expect(test.vault.pushed.isEmpty)
        try await test.signIn(as: T.account)
        #expect(try await test.store.entries().first?.base?.state == .returned)
    }

    @Test func `an edited entry that a revoked session leaves behind keeps its base too`() async throws {
        let test = try await T(vault: ScriptedConnection(always: .fault("sessionRevoked", status: 401)))
        try await test.put(Self.id, "Bank")
        _ = try await test.device.edit(try await test.device.entry(named: "Bank"), issuer: "Ours", accountName: nil)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        let row = try #require(try await test.store.entries().first)
        #expect(row.base?.state == .kept && row.base?.body?["issuer"] == "Bank" && row.issuer == "Ours")
    }

    @Test func `an operation whose answer was lost before the logout is sent again unchanged after it`() async throws {
        let vault = ScriptedConnection { request, count in
            guard request.method == "vault.push" else { return T.page([]) }
            return count < 2
                ? .lost : T.pushed(request) { _, _ in ["outcome": "replayed", "first": "applied", "rev": "5"] }
        }
        let test = try await T(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.store.changeProfile { $0.cursor = "c0" }
        try await test.unsent("U")
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        try await test.device.logout(.keep)
        try await test.signIn(as: T.account)
        #expect(try await test.device.sync().sent == 1)
        #expect(Set(vault.pushed.compactMap { $0.first?["opId"]?.string }).count == 1)
    }

    @Test func `an entry made while signed out belongs to the account from the moment it is first sent`() async throws {
        let vault = ScriptedConnection { request, _ in request.method == "vault.push" ? .lost : T.page([]) }
        let test = try await T(vault: vault, signedIn: false)
        try await test.unsent("U")
        try await test.signIn(as: T.account)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        try await test.signIn(as: AccountID(bits: 8), session: SessionID(bits: 99))
        _ = try await test.device.sync()
        #expect(vault.pushed.count == 1)
        #expect(try await test.device.entryList().rows.map(\.isForeign) == [true])
    }

    /// A device that logged out with the entry Bank of rev 1 kept, edited it or not, and signed in again.
    private func returning(
        edited: Bool, signedIn: Bool = true, to account: AccountID = T.account,
        _ reply: @escaping @Sendable (ScriptedConnection.Request) -> ScriptedConnection.Reply
    ) async throws -> T {
        let vault = ScriptedConnection { request, count in count == 0 ? .lost : reply(request) }
        let test = try await T(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.put(Self.id, "Bank")
        try await test.device.logout(.keep)
        if edited {
            _ = try await test.device.edit(
                try await test.device.entry(named: "Bank"), issuer: "Ours", accountName: nil)
        }
        if signedIn { try await test.signIn(as: account, session: SessionID(bits: 50)) }
        return test
    }
}
