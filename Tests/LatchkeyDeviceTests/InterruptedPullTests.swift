import Contracts
import Domain
import Primitives
import StrictJSON
import Synchronization
import Testing

@testable import LatchkeyDevice

/// The end of a session while a pull is interrupted.
@Suite struct InterruptedPullTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa)

    @Test(arguments: [("epochChanged", ["K"]), ("badCursor", ["K"]), ("cursorExpired", [])], [true, false])
    func `a session that ends before a page shows what the vault has lost leaves every entry`(
        reason: (String, left: [String]), isLogout: Bool
    ) async throws {
        let isRevoked = Mutex(false)
        let vault = ScriptedConnection { request, _ in
            if isRevoked.withLock(\.self) { return .fault("sessionRevoked", status: 401) }
            return request.params["cursor"] == nil
                ? .unreached : .fault("resyncRequired", status: 200, data: ["reason": .string(reason.0)])
        }
        let test = try await DeviceFixture(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.put(Self.id, "K", rev: 8)
        try await test.store.changeProfile { $0.cursor = "c0" }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        if isLogout {
            try await test.device.logout(.delete)
        } else {
            isRevoked.withLock { $0 = true }
            await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        }
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == reason.left)
    }

    @Test func `a pull begins anew three times, and then ends with the refusal of its cursor`() async throws {
        let vault = ScriptedConnection { request, count in
            guard count < 20 else { return .unreached }
            return request.params["cursor"] == nil
                ? T.page([], more: true) : .fault("resyncRequired", status: 200, data: ["reason": "cursorExpired"])
        }
        let test = try await DeviceFixture(vault: vault)
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(vault.requests.map { $0.params["cursor"] } == Array(repeating: [nil, "c1"], count: 4).flatMap(\.self))
    }

    @Test(arguments: [("epochChanged", ["K"]), ("cursorExpired", [])])
    func `a session that ends while the first pull of an account begins anew leaves what the vault may have lost`(
        reason: String, left: [String]
    ) async throws {
        let vault = ScriptedConnection { request, _ in
            switch request.params["cursor"]?.string {
            case nil where request.method == "vault.pull": .unreached
            case "c0": .fault("resyncRequired", status: 200, data: ["reason": .string(reason)])
            case _: .unreached
            }
        }
        let test = try await DeviceFixture(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.put(Self.id, "K", rev: 8)
        var first = CompletePull(id: PullID(bits: 1))
        first.cursor = "c0"
        try await test.store.changeProfile { [first] in $0.completePull = first }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.store.profile().completePull?.cause == .first)
        try await test.device.logout(.delete)
        #expect(try await test.issuers() == left)
    }

    @Test func `a session that ends after the first page of such a pull leaves what the page says is lost`()
        async throws
    {
        let vault = ScriptedConnection { request, _ in
            switch request.params["cursor"]?.string {
            case "c0": .fault("resyncRequired", status: 200, data: ["reason": "epochChanged"])
            case nil where request.method == "vault.pull":
                T.page([], more: true, head: 100, epoch: EpochID(bits: 2), former: [(T.epoch, 7)])
            case _: .unreached
            }
        }
        let test = try await DeviceFixture(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.put(Self.id, "Lost", rev: 8)
        try await test.put(SecretID(bits: 0xb), "Included", rev: 7)
        try await test.store.changeProfile { $0.cursor = "c0" }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        try await test.device.logout(.delete)
        #expect(try await test.issuers() == ["Lost"])
    }

    @Test(arguments: [SecretChoice.keep, .delete, nil])
    func `the deletions of an interrupted pull are held when the session ends or another person signs in`(
        choice: SecretChoice?
    ) async throws {
        let ids = (1...3).map { SecretID(bits: UInt128($0)) }
        let vault = ScriptedConnection { request, _ in
            request.params["cursor"]?.string == "c0"
                ? T.page(ids.map { T.item($0, rev: 50, nil) }, more: true, head: 100) : .unreached
        }
        let test = try await DeviceFixture(vault: vault, auth: ScriptedConnection(always: .result([:])))
        for (number, id) in ids.enumerated() { try await test.put(id, "Entry \(number)") }
        try await test.store.changeProfile { $0.cursor = "c0" }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        if let choice {
            try await test.device.logout(choice)
        } else {
            try await test.signIn(as: AccountID(bits: 8), session: SessionID(bits: 50))
            try await test.signIn(as: T.account, session: SessionID(bits: 51))
        }
        #expect(try await test.issuers() == [])
        #expect(try await test.device.heldDeletionCount() == 3)
    }

    @Test func `an entry that was kept twice can be brought back although an interrupted pull had its tombstone`()
        async throws
    {
        let vault = ScriptedConnection { request, _ in
            request.params["cursor"] == nil ? T.page([T.item(Self.id, rev: 5, nil)], more: true, head: 100) : .unreached
        }
        let test = try await DeviceFixture(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.approval = .waitingForApproval }  // so that logout does not sync first
        try await test.device.logout(.keep)
        try await test.signIn(as: T.account, session: SessionID(bits: 50))
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        try await test.device.logout(.keep)
        let deleted = try await test.device.deletion(named: "K")
        _ = try await test.device.rejectDeletion(of: deleted)
        #expect(try await test.issuers() == ["K"])
    }
}
