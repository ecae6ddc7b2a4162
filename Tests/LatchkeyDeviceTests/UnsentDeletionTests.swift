import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Testing

@testable import LatchkeyDevice

/// Deletions that were not sent before the end of a session: they are sent after the next sign-in of the account.
@Suite struct UnsentDeletionTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa)

    /// The ends of a session after which the account still exists.
    enum End: String, Sendable, CaseIterable {
        case logoutKeep, logoutDelete, everywhereKeep, everywhereDelete
        case sessionRevoked, deviceRevoked, refreshReused, pinReset
    }

    @Test(arguments: End.allCases) func `a deletion that was not sent before the end of a session is sent after it`(
        _ end: End
    ) async throws {
        let test = try await returning(after: end, showing: T.item(Self.id, rev: 1, T.body("K")))
        let report = try await test.device.sync()
        let op = try #require(test.vault.pushed.last?.first)
        #expect(op["type"] == "delete" && op["id"] == .string("\(Self.id)") && op["base"]?["rev"] == "1")
        #expect(op["bringsBack"] == nil && report.sent == 1)
        #expect(try await test.store.entries().isEmpty)
    }

    @Test(arguments: [End.logoutKeep, .logoutDelete, .sessionRevoked])
    func `of an unsent deletion nothing but id and version stays after the end of the session`(_ end: End)
        async throws
    {
        let test = try await signedOut(after: end) { _ in T.page([]) }
        let row = try #require(try await test.store.entries().first)
        #expect(row.body == nil && row.base?.body == nil)
        #expect(row.base?.version == ItemBase(epoch: T.epoch, rev: DecimalInt64(1)))
        #expect(try await test.issuers().isEmpty)
        #expect(try await test.device.entryList().rows.isEmpty)
        #expect(try await test.device.deletions().isEmpty)
        #expect(try await test.device.undecidedEntries().isEmpty)
    }

    @Test func `an unsent deletion yields to a newer edit of another device, as it would have without the logout`()
        async throws
    {
        let item = T.item(Self.id, rev: 7, T.body("Newer"))
        let test = try await returning(after: .logoutKeep, showing: item) { op in
            ["outcome": "conflict", "current": item]
        }
        _ = try await test.device.sync()
        #expect(try await test.issuers() == ["Newer"])
        #expect(try await test.store.entries().allSatisfy { !$0.isOwed })
    }

    @Test func `an unsent deletion stands if another device has raised the rev without changing the content`()
        async throws
    {
        let item = T.item(Self.id, rev: 7, T.body("K"))
        let test = try await returning(after: .logoutKeep, showing: item) { op in
            op["base"]?["rev"] == "7" ? ["outcome": "applied", "rev": "8"] : ["outcome": "conflict", "current": item]
        }
        _ = try await test.device.sync()
        #expect(try await test.store.entries().isEmpty)
        #expect(test.vault.pushed.last?.first?["base"]?["rev"] == "7")
    }

    @Test(arguments: [nil, 5] as [Int64?])
    func `an unsent deletion of an entry that another device has deleted meanwhile is done`(tombstone: Int64?)
        async throws
    {
        let test = try await returning(
            after: .logoutKeep, showing: tombstone.map { T.item(Self.id, rev: $0, nil) })
        let report = try await test.device.sync()
        #expect(try await test.store.entries().isEmpty)
        #expect(test.vault.pushed.isEmpty && report.trashed.isEmpty && report.gone.isEmpty)
    }

    @Test func `an unsent deletion of a version that the vault lost meanwhile is a change of its own`() async throws {
        let other = EpochID(bits: 10)
        let test = try await signedOut(after: .logoutDelete) { request in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "applied", "rev": "200"] }
                : T.page([], head: 100, epoch: other, former: [])
        }
        try await test.signIn(as: T.account, session: SessionID(bits: 50))
        _ = try await test.device.sync()
        let op = try #require(test.vault.pushed.last?.first)
        #expect(op["type"] == "delete" && op["base"]?["rev"] == "1" && op["bringsBack"] == nil)
        #expect(try await test.store.entries().isEmpty)
    }

    @Test func `an unsent deletion that the server rejects is sent again at each sync, and shows no empty entry`()
        async throws
    {
        let test = try await returning(after: .logoutDelete, showing: T.item(Self.id, rev: 1, T.body("K"))) { _ in
            ["outcome": "rejected", "reason": "accountFull"]
        }
        for _ in 0..<2 {
            #expect(try await test.device.sync().rejected == [Self.id: "accountFull"])
            #expect(try await test.issuers().isEmpty)
        }
        #expect(test.vault.pushed.count == 2)
    }

    @Test(
        arguments: [BaseContent.tombstone, .unknown, .erased(digest: nil)], [BaseState.current, .lost])
    func `a rejected deletion of which only the version is known never becomes a visible entry`(
        content: BaseContent, state: BaseState
    ) async throws {
        let vault = ScriptedConnection { request, _ in
            request.method == "vault.push"
                ? T.pushed(request) { _, _ in ["outcome": "rejected", "reason": "baseUnknown"] }
                : T.page([], cursor: "c0")
        }
        let test = try await T(vault: vault)
        let version = ItemBase(epoch: T.epoch, rev: DecimalInt64(1))
        try await test.store.put(
            LocalEntry(
                id: Self.id, kind: "otp", base: .init(version: version, content: content, state: state), body: nil,
                createdAt: test.clock.now, owner: test.store.cipher.tag(of: T.account)))
        try await test.store.changeProfile { $0.cursor = "c0" }
        _ = try await test.device.sync()
        #expect(try await test.device.entryList().rows.isEmpty)
        #expect(try await test.device.undecidedEntries().isEmpty)
        #expect(try await test.store.entries().map(\.nextOperationType) == [.delete])
    }

    @Test func `a deletion without content is dropped, not shown, where another account has an item of its id`()
        async throws
    {
        let test = try await signedOut(after: .logoutKeep) { _ in T.page([T.item(Self.id, rev: 4, T.body("Theirs"))]) }
        try await test.signIn(as: AccountID(bits: 8), session: SessionID(bits: 50))
        _ = try await test.device.sync()
        #expect(try await test.store.entries().map(\.issuer) == ["Theirs"])
    }

    @Test func `an entry that was deleted while its creation was unanswered is deleted after the return`() async throws
    {
        let vault = ScriptedConnection { request, count in
            guard request.method == "vault.push" else { return T.page([]) }
            if count < 3 { return .lost }
            return T.pushed(request) { _, op in
                op["type"] == "create"
                    ? ["outcome": "replayed", "first": "applied", "rev": "15"] : ["outcome": "applied", "rev": "16"]
            }
        }
        let test = try await T(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.store.changeProfile { $0.cursor = "c0" }
        let entry = try await test.unsent("U")
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        try await test.device.delete(entry)
        try await test.device.logout(.delete)
        try await test.signIn(as: T.account, session: SessionID(bits: 50))
        for _ in 0..<2 { _ = try? await test.device.sync() }
        #expect(vault.pushed.suffix(2).map { $0.map { $0["type"] } } == [["create"], ["delete"]])
        #expect(try await test.store.entries().isEmpty)
    }

    @Test func `the deletion of the account ends its unsent deletions`() async throws {
        let auth = ScriptedConnection { request, _ in
            request.method == "session.status" ? T.status("waitingForApproval") : .result([:])
        }
        let test = try await T(auth: auth)
        try await test.put(Self.id, "K")
        try await test.device.delete(try await test.device.entry(named: "K"))
        try await test.store.changeProfile { profile in
            profile.approval = .waitingForApproval  // so that nothing can be sent before
            profile.challenge = ChallengeID(bits: 4)
            profile.purpose = .deleteAccount
        }
        try await test.device.deleteAccount(.keep, .code(try #require(OneTimeCode("123456"))))
        #expect(try await test.store.entries().isEmpty)
    }

    @Test func `another account neither sees nor sends an unsent deletion`() async throws {
        let test = try await signedOut(after: .logoutKeep) { _ in T.page([]) }
        try await test.signIn(as: AccountID(bits: 8), session: SessionID(bits: 50))
        _ = try await test.device.sync()
        #expect(test.vault.pushed.isEmpty)
        #expect(try await test.device.entryList().rows.isEmpty)
        #expect(try await test.store.entries().map(\.id) == [Self.id])
    }

    /// A device that deleted the entry K of rev 1 without sending that, and whose session then ended. Later requests to
    /// the vault get the closure's reply.
    private func signedOut(
        after end: End, _ reply: @escaping @Sendable (ScriptedConnection.Request) -> ScriptedConnection.Reply
    ) async throws -> T {
        let vault = ScriptedConnection { request, count in
            guard count == 0 else { return reply(request) }
            return switch end {
            case .logoutKeep, .logoutDelete, .everywhereKeep, .everywhereDelete: .lost
            case .sessionRevoked, .deviceRevoked, .refreshReused, .pinReset: .fault(end.rawValue, status: 401)
            }
        }
        let auth = ScriptedConnection { request, _ in
            .result(request.method == "session.logoutEverywhere" ? ["ended": 1] : [:])
        }
        let test = try await T(vault: vault, auth: auth)
        try await test.put(Self.id, "K")
        try await test.device.delete(try await test.device.entry(named: "K"))
        switch end {
        case .logoutKeep: try await test.device.logout(.keep)
        case .logoutDelete: try await test.device.logout(.delete)
        case .everywhereKeep: try await test.device.logoutEverywhere(.keep)
        case .everywhereDelete: try await test.device.logoutEverywhere(.delete)
        case .sessionRevoked, .deviceRevoked, .refreshReused, .pinReset: _ = try? await test.device.sync()
        }
        #expect(try await test.store.profile().accountId == nil)
        return test
    }

    /// The same device after its account has signed in again. The vault shows the item, and answers an operation with
    /// the closure's outcome.
    private func returning(
        after end: End, showing item: JSON?,
        _ outcome: @escaping @Sendable (JSON) -> JSONObject = { _ in ["outcome": "applied", "rev": "9"] }
    ) async throws -> T {
        let test = try await signedOut(after: end) { request in
            if request.method == "vault.push" { return T.pushed(request) { _, op in outcome(op) } }
            return T.page(request.params["cursor"] == nil ? item.map { [$0] } ?? [] : [], head: 20)
        }
        try await test.signIn(as: T.account, session: SessionID(bits: 50))
        return test
    }
}
