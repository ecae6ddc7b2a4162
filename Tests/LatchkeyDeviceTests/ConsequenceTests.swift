import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// The effects of a failed call on profile and entries, by the table `SecretFate`.
@Suite struct ConsequenceTests {
    @Test(
        .requirement("X3"),
        arguments: [
            // fault, HTTP status, signed in after, entries after (K synchronised, U unsynchronised, E edited)
            ("sessionRevoked", 401, false, ["E2", "U"]), ("deviceRevoked", 401, false, ["E2", "U"]),
            ("refreshReused", 401, false, ["E2", "U"]), ("pinReset", 401, false, ["E2", "U"]),
            ("loggedInElsewhere", 401, true, ["E2", "K", "U"]), ("movedFacilityGroup", 401, true, ["E2", "K", "U"]),
            ("loginRequired", 401, true, ["E2", "K", "U"]), ("sessionExpired", 401, true, ["E2", "K", "U"]),
            ("blocked", 200, true, ["E2", "K", "U"]), ("locked", 200, true, ["E2", "K", "U"]),
            ("waitingForApproval", 200, true, ["E2", "K", "U"]),
            ("disapprovedForSyncing", 200, true, ["E2", "K", "U"]),
            ("secondFactorRequired", 200, true, ["E2", "K", "U"]), ("unavailable", 200, true, ["E2", "K", "U"]),
            ("somethingNewer", 200, true, ["E2", "K", "U"]), ("somethingNewer", 401, true, ["E2", "K", "U"]),
            ("sessionRevoked", 200, true, ["E2", "K", "U"]), ("accountDeleted", 401, false, ["E2", "K", "U"]),
        ]) func `a refusal ends the profile only with status 401, and deletes only unedited synchronised entries`(
            fault: String, status: Int, signedIn: Bool, left: [String]
        ) async throws
    {
        let test = try await DeviceFixture(vault: ScriptedConnection(always: .fault(fault, status: status)))
        try await addEntries(to: test)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.store.profile().accountId == (signedIn ? DeviceFixture.account : nil))
        #expect(try await test.issuers() == left)
    }

    @Test(arguments: [
        ScriptedConnection.Reply.lost, .notJSON(status: 401), .notJSON(status: 502), .notJSON(status: 200),
    ])
    func `a lost answer, or one that is not JSON-RPC, deletes nothing`(_ reply: ScriptedConnection.Reply) async throws {
        let test = try await DeviceFixture(vault: ScriptedConnection(always: reply))
        try await addEntries(to: test)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.store.profile().accountId == DeviceFixture.account)
        #expect(try await test.issuers() == ["E2", "K", "U"])
    }

    @Test(arguments: [
        ("sessionRevoked", "This session was ended from another device. Removed from this device: 1. Kept on it: 2."),
        (
            "accountDeleted",
            "The account was deleted from another device, or by the administrator. Removed from this device: 0. Kept on it: 3."
        ),
    ])
    func `the notice says why the session ended, and how many entries were removed and kept`(
        fault: String, notice: String
    ) async throws {
        let test = try await DeviceFixture(vault: ScriptedConnection(always: .fault(fault, status: 401)))
        try await addEntries(to: test)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.store.profile().notice == notice)
    }

    @Test func `the first disapproval after an approval makes the login status Unauthorized`()
        async throws
    {
        let test = try await DeviceFixture(
            vault: ScriptedConnection(always: .fault("disapprovedForSyncing", status: 200)))
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.store.profile().login == .unauthorized)
        #expect(try await test.store.profile().standing?.canSync == false)
    }

    @Test(arguments: ["waitingForApproval", "disapprovedForSyncing"])
    func `a sync that succeeds shows that the account is approved for syncing`(_ fault: String) async throws {
        let test = try await DeviceFixture(
            vault: ScriptedConnection { _, count in
                count == 0 ? .fault(fault, status: 200) : DeviceFixture.page([])
            })
        try await test.store.changeProfile { $0.approval = .waitingForApproval }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.store.profile().approval.rawValue == fault)
        _ = try await test.device.sync()
        #expect(try await test.store.profile().approval == .approvedForSyncing)
        #expect(try await test.store.profile().standing?.canSync == true)
    }

    @Test
    func
        `the end of a session erases the content of an unsent deletion, and makes an edited entry an unsynchronised one`()
        async throws
    {
        let test = try await DeviceFixture(vault: ScriptedConnection(always: .fault("sessionRevoked", status: 401)))
        try await addEntries(to: test)
        try await test.device.delete(try await test.device.entry(named: "K"))
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        let rows = try await test.store.entries()
        #expect(rows.count == 3 && rows.filter { $0.body == nil }.map { $0.base?.body } == [nil])
        #expect(rows.allSatisfy { !$0.isSynchronised && $0.inFlight == nil })
    }

    /// Adds the entries K (synchronised), U (unsynchronised) and E2 (synchronised as E, then edited).
    private func addEntries(to test: DeviceFixture) async throws {
        try await test.synchronised("K")
        try await test.unsent("U")
        let edited = try await test.synchronised("E")
        _ = try await test.device.edit(edited, issuer: "E2", accountName: nil)
    }
}
