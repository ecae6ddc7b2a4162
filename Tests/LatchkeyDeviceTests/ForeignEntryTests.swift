import Contracts
import JSONRPC
import Primitives
import StrictJSON
import Testing

@testable import LatchkeyDevice

/// Entries of another account or of a deleted one, which stay until the person decides about them.
@Suite struct ForeignEntryTests {
    private typealias T = DeviceFixture
    private static let next = AccountID(bits: 8)

    @Test func `entries of a deleted account stay through the first sync of the next one, and are not sent to it`()
        async throws
    {
        let vault = ScriptedConnection { _, count in count == 0 ? .fault("accountDeleted", status: 401) : T.page([]) }
        let test = try await T(vault: vault)
        try await test.put(SecretID(bits: 1), "K")
        try await test.unsent("U")
        let doomed = try await test.synchronised("Deleted here")
        try await test.device.delete(doomed)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        try await test.signIn(as: Self.next)
        let report = try await test.device.sync()
        #expect((report.removed, report.sent) == (0, 0))
        #expect(try await test.issuers() == ["K", "U"])
        #expect(vault.pushed.isEmpty)
    }

    @Test func `the entries of other accounts are counted, but not their deletions and what is in the trash`()
        async throws
    {
        let test = try await T()
        try await test.put(SecretID(bits: 1), "Shown")
        try await test.put(SecretID(bits: 2), "In the trash")
        try await test.device.delete(try await test.device.entry(named: "In the trash"))
        // A deletion that was not sent, whose content has left the trash.
        try await test.put(SecretID(bits: 3), "Erased")
        var erased = try await test.device.entry(named: "Erased")
        erased.body = nil
        try await test.store.put(erased)
        #expect(try await test.device.foreignEntryCount() == 0)
        try await test.signIn(as: Self.next)
        try await test.unsent("Own")
        #expect(try await test.device.foreignEntryCount() == 1)
    }

    @Test func `a login to another account keeps the entries and the unsent deletions of the first`() async throws {
        let kept = SecretID(bits: 1), doomed = SecretID(bits: 2)
        let vault = ScriptedConnection { request, count in
            if request.method == "vault.push" {
                return T.pushed(request) { _, _ in ["outcome": "applied", "rev": "5"] }
            }
            return count == 2
                ? T.page([T.item(kept, rev: 1, T.body("K")), T.item(doomed, rev: 1, T.body("D"))]) : T.page([])
        }
        let test = try await T(vault: vault)
        try await test.put(kept, "K")
        try await test.put(doomed, "D")
        try await test.device.delete(try await test.device.entry(named: "D"))
        try await test.signIn(as: Self.next)
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["K"])
        #expect(vault.pushed.isEmpty)
        try await test.signIn(as: T.account)
        _ = try await test.device.sync()
        #expect(vault.pushed.map { $0.map { $0["type"] } } == [["delete"]])
        #expect(vault.pushed.first?.first?["id"] == .string("\(doomed)"))
        #expect(try await test.issuers() == ["K"])
    }

    @Test(arguments: [("sessionRevoked", ["K"]), ("accountDeleted", ["K", "L"])])
    func `the end of one account's session leaves the entries of another account alone`(
        fault: String, left: [String]
    ) async throws {
        let test = try await T(vault: ScriptedConnection(always: .fault(fault, status: 401)))
        try await test.put(SecretID(bits: 1), "K")
        try await test.signIn(as: Self.next)
        try await test.synchronised("L")
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.issuers() == left)
        #expect(try await test.device.entry(named: "K").isSynchronised)
    }

    @Test func `an entry made while signed out belongs to the account it was sent to`() async throws {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "5"] } : T.page([])
        }
        let test = try await T(vault: vault, signedIn: false)
        try await test.unsent("U")
        try await test.signIn(as: T.account)
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        try await test.signIn(as: Self.next)
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["U"])
    }
}
