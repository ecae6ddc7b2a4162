import Contracts
import Domain
import Primitives
import SQL
import StrictJSON
import Support
import Synchronization
import Testing

@testable import JSONRPC
@testable import LatchkeyDevice

/// What remains of a request to leave whose answer was lost.
@Suite struct DepartureTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa)

    @Test(arguments: [(719_999, SecretChoice.keep), (720_000, nil)], ["session.list", "session.refresh"])
    func `a call to auth that succeeds 720 s after a lost logout shows that it had no effect`(
        bound: (ms: Int, left: SecretChoice?), method: String
    ) async throws {
        let test = try await logoutLost(.keep)
        test.clock.advance(by: .milliseconds(bound.ms))
        if method == "session.list" {
            _ = try await test.device.sessions()
        } else {
            try await test.device.refresh()
        }
        #expect(try await test.store.profile().departureChoice == bound.left)
    }

    @Test(arguments: [true, false])
    func `neither the vault, which may answer after the end of a session, nor a call during the wait shows this`(
        isVault: Bool
    ) async throws {
        let test = try await logoutLost(.keep)
        test.clock.advance(by: .seconds(720))
        if isVault {
            _ = try await test.device.sync()
        } else {
            test.store.awaitedRequests.begin(try #require(try await test.store.profile().departure))
            _ = try await test.device.sessions()
        }
        #expect(try await test.store.profile().departureChoice == .keep)
    }

    @Test(arguments: [(719_999, ["K"]), (720_000, [])])
    func `a session that is ended elsewhere later deletes the entries, whatever a logout without effect asked for`(
        ms: Int, left: [String]
    ) async throws {
        let refusal = Mutex<String?>(nil), test = try await logoutLost(.keep) { refusal.withLock(\.self) }
        test.clock.advance(by: .milliseconds(ms))
        _ = try await test.device.sessions()
        refusal.withLock { $0 = "sessionRevoked" }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == left)
    }

    @Test func `the choice of a lost logout does not decide about an account that is deleted elsewhere`() async throws {
        let refusal = Mutex<String?>(nil), test = try await logoutLost(.delete) { refusal.withLock(\.self) }
        refusal.withLock { $0 = "accountDeleted" }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.issuers() == ["K"])
    }

    @Test func `the choice of a logout that was killed while it waited does not decide about a deleted account`()
        async throws
    {
        let test = try await DeviceFixture(vault: ScriptedConnection(always: .fault("accountDeleted", status: 401)))
        try await test.put(Self.id, "K")
        let departure = Departure(choice: .delete, deletesAccount: false, sentAt: test.clock.now)
        try await test.store.changeProfile { $0.departure = departure }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == ["K"])
    }

    @Test(arguments: [SecretChoice.keep, .delete], [true, false])
    func `the choice of a logout is followed if the session has been ended elsewhere, whether or not a sync shows it`(
        choice: SecretChoice, synchronises: Bool
    ) async throws {
        let revoked = ScriptedConnection(always: .fault("sessionRevoked", status: 401))
        let test = try await DeviceFixture(vault: revoked, auth: revoked)
        try await test.put(Self.id, "K")
        if !synchronises { try await test.store.changeProfile { $0.approval = .waitingForApproval } }
        try await test.device.logout(choice)
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == (choice == .keep ? ["K"] : []))
    }

    @Test(arguments: ["loginRequired", "sessionExpired", "codeRequested"])
    func `a logout that finds no open session removes nothing, because the vault could not be asked what it has`(
        state: String
    ) async throws {
        let refusal = ScriptedConnection(
            always: .fault(
                state == "codeRequested" ? "unavailable" : state, status: state == "codeRequested" ? 503 : 401))
        let test = try await DeviceFixture(vault: refusal, auth: refusal)
        try await test.put(Self.id, "K")
        if state == "codeRequested" {
            try await test.store.changeProfile { profile in
                (profile.login, profile.accessToken, profile.refreshToken) = (.otpRequested, nil, nil)
            }
        }
        await #expect(throws: DeviceFault.self) { try await test.device.logoutEverywhere(.delete) }
        #expect(try await test.issuers() == ["K"])
        await #expect(throws: DeviceFault.self) { try await test.device.logout(.delete) }
        #expect(try await test.issuers() == ["K"])
    }

    @Test func `the choice of a logout decides later if its effect could not be applied to the store`() async throws {
        let auth = ScriptedConnection { request, _ in
            request.method == "session.status" ? .lost : .fault("sessionRevoked", status: 401)
        }
        let test = try await DeviceFixture(auth: auth)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { $0.approval = .waitingForApproval }  // so that logout does not sync first
        let trigger = "CREATE TRIGGER failure BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'a failed disk'); END"
        _ = try await test.store.database.write { try $0.run(Statement(trigger)) }
        let fault = await #expect(throws: DeviceFault.self) { try await test.device.logout(.delete) }
        guard case .storeFailed? = fault else { Issue.record("\(String(describing: fault))"); return }
        #expect(try await test.store.profile().departureChoice == .delete)
        #expect(try await test.issuers() == ["K"])
        _ = try await test.store.database.write { try $0.run(Statement("DROP TRIGGER failure")) }
        await #expect(throws: DeviceFault.self) { try await test.device.refresh() }
        #expect(try await test.issuers() == [])
    }

    @Test func `the sync before a logout that cannot reach auth leaves the earlier choice`() async throws {
        let vault = ScriptedConnection(always: T.page([T.item(Self.id, rev: 1, T.body("K"))]))
        let test = try await DeviceFixture(vault: vault, auth: ScriptedConnection(always: .unreached))
        try await test.put(Self.id, "K")
        let earlier = Departure(choice: .keep, deletesAccount: true, sentAt: test.clock.now)
        try await test.store.changeProfile { $0.departure = earlier }
        await #expect(throws: DeviceFault.self) { try await test.device.logout(.delete) }
        #expect(try await test.store.profile().departure == earlier)
        #expect(test.vault.requests.count > 0)
    }

    @Test func `a call that shows that a request to leave had no effect does not remove the next request`() async throws
    {
        let fixture = Mutex<DeviceFixture?>(nil)
        let next = Departure(choice: .delete, deletesAccount: false, sentAt: Instant(ms: 0))
        let auth = ScriptedConnection { _, _ in
            .result(["sessions": []])
        } before: { _ in
            _ = try? await fixture.withLock(\.self)?.store.changeProfile { $0.departure = next }
        }
        let test = try await T(auth: auth)
        fixture.withLock { $0 = test }
        let earlier = Departure(choice: .keep, deletesAccount: false, sentAt: test.clock.now)
        try await test.store.changeProfile { $0.departure = earlier }
        test.clock.advance(by: .seconds(720))
        _ = try await test.device.sessions()
        #expect(try await test.store.profile().departure == next)
    }

    @Test func `the end of one request to leave does not end the wait for another`() {
        let awaited = AwaitedRequests()
        let requests = [SecretChoice.keep, .delete].map {
            Departure(choice: $0, deletesAccount: false, sentAt: Instant(ms: 0))
        }
        for request in requests { awaited.begin(request) }
        awaited.end(requests[0])
        #expect(requests.map(awaited.expectsDeletedAccount) == [false, true])
    }

    @Test(arguments: [SecretChoice.keep, .delete], [true, false])
    func `the choice of a lost request to leave is followed before another person signs in`(
        choice: SecretChoice, isDeletion: Bool
    ) async throws {
        let test = try await deleting(
            vault: ScriptedConnection { request, _ in request.method == "vault.pull" ? T.page([]) : .lost },
            auth: ScriptedConnection(always: .lost))
        try await test.unsent("Unsent")
        try await test.store.changeProfile { $0.approval = .waitingForApproval }  // so that nothing is synchronised
        await #expect(throws: DeviceFault.self) {
            if isDeletion {
                try await test.device.deleteAccount(choice, .code(code))
            } else {
                try await test.device.logout(choice)
            }
        }
        #expect(try await test.issuers() == ["K", "Unsent"])
        try await test.signIn(as: AccountID(bits: 8), session: SessionID(bits: 50))
        #expect(try await test.issuers() == (choice == .keep ? ["K", "Unsent"] : ["Unsent"]))
    }

    /// Auth was restored, for example, and knows neither the logout nor the session. The vault may have lost K too.
    @Test(arguments: [true, false], [true, false])
    func `the choice of a lost logout waits while a new session is unproven, and is dropped if the person returns`(
        returns: Bool, leavesFirst: Bool
    ) async throws {
        let test = try await logoutLost(.delete)
        try await test.signInUnproven(session: SessionID(bits: 50))
        #expect(try await test.store.entries().map(\.issuer) == ["K"])
        if leavesFirst {
            // Whoever signs in leaves, and signs in again later.
            try await test.device.apply(.loggedOutHere(.delete), reason: "", to: test.store.profile().session)
            #expect(try await test.store.profile().sessionId == nil)
            try await test.signInUnproven(session: SessionID(bits: 51))
        }
        let session = try #require(try await test.store.profile().sessionId)
        try await test.signIn(as: returns ? T.account : AccountID(bits: 8), session: session)
        #expect(try await test.store.entries().map(\.issuer) == (returns ? ["K"] : []))
        #expect(try await test.store.profile().pendingDelete == nil)
    }

    @Test(arguments: [SecretChoice.keep, .delete])
    func `no choice removes, at an unproven session or later, what a vault may have lost that has refused the cursor`(
        choice: SecretChoice
    ) async throws {
        let test = try await logoutLost(choice)
        let fault = RemoteFault(["data": .object(["fault": "resyncRequired", "reason": "epochChanged"])], status: 200)
        let pull = CompletePull(id: PullID(bits: 1), after: fault, interrupting: nil)
        try await test.store.changeProfile { $0.completePull = pull }
        try await test.signInUnproven(session: SessionID(bits: 50))
        #expect(try await test.store.profile().pendingDelete == nil)
        try await test.signIn(as: AccountID(bits: 8), session: SessionID(bits: 50))
        #expect(try await test.store.entries().map(\.issuer) == ["K"])
    }

    @Test func `the choice to keep is followed at once, so that no command takes the entries for foreign ones`()
        async throws
    {
        let test = try await logoutLost(.keep)
        try await test.signInUnproven(session: SessionID(bits: 50))
        #expect(try await test.store.entries().map(\.base?.state) == [.kept])
    }

    @Test func `the choice of a logout is followed if the account turns out to be deleted while it is under way`()
        async throws
    {
        let shared = Mutex<Device?>(nil)
        let auth = ScriptedConnection(
            { _, _ in .fault("accountDeleted", status: 401) },
            before: { request in
                // A sync under way learns first that the account is deleted.
                if request.method == "session.logout" { _ = try? await shared.withLock(\.self)?.sync() }
            })
        let refusal = Mutex<String?>(nil)
        let vault = ScriptedConnection { _, _ in
            refusal.withLock(\.self).map { .fault($0, status: 401) } ?? T.page([T.item(Self.id, rev: 1, T.body("K"))])
        }
        let test = try await DeviceFixture(vault: vault, auth: auth)
        try await test.put(Self.id, "K")
        _ = try await test.device.sync()
        shared.withLock { $0 = test.device }
        try await test.store.changeProfile { $0.approval = .waitingForApproval }  // so that logout does not sync first
        refusal.withLock { $0 = "accountDeleted" }
        try await test.device.logout(.delete)
        #expect(try await test.store.entries().isEmpty)
    }

    @Test func `the choice of a lost deletion of the account decides when the account turns out to be deleted`()
        async throws
    {
        let test = try await deleting(
            vault: ScriptedConnection { _, _ in .fault("accountDeleted", status: 401) },
            auth: ScriptedConnection(always: .lost))
        await #expect(throws: DeviceFault.self) { try await test.device.deleteAccount(.delete, .code(code)) }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.issuers() == [])
    }

    @Test func `a deletion of the account that keeps the entries receives first what only the server has`()
        async throws
    {
        let items = [T.item(Self.id, rev: 1, T.body("K")), T.item(SecretID(bits: 0xb), rev: 3, T.body("Elsewhere"))]
        let vault = ScriptedConnection(always: T.page(items))
        let test = try await deleting(vault: vault, auth: ScriptedConnection(always: .result([:])))
        try await test.device.deleteAccount(.keep, .code(code))
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == ["Elsewhere", "K"])
    }

    @Test func `a deletion of the account that keeps the entries is not requested if they cannot be received`()
        async throws
    {
        let test = try await deleting(
            vault: ScriptedConnection(always: .unreached), auth: ScriptedConnection(always: .lost))
        await #expect(throws: DeviceFault.self) { try await test.device.deleteAccount(.keep, .code(code)) }
        #expect(test.auth.requests.isEmpty)
        #expect(try await test.store.profile().accountId == T.account)
    }

    @Test func `an entry that came back with its account is kept if the session ends before a pull has shown it`()
        async throws
    {
        let test = try await DeviceFixture(vault: ScriptedConnection(always: .fault("sessionRevoked", status: 401)))
        try await test.put(SecretID(bits: 1), "Kept")
        try await test.device.store.write { transaction in
            guard var entry = try transaction.entry(SecretID(bits: 1)) else { return }
            entry.base?.state = .returned
            try transaction.put(entry)
        }
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        #expect(try await test.store.profile().accountId == nil)
        #expect(try await test.issuers() == ["Kept"])
    }

    @Test func `a call's answer arrives although the device cannot store that a logout had no effect`() async throws {
        let test = try await SharedPhone()
        let departure = Departure(choice: .keep, deletesAccount: false, sentAt: Instant(ms: 0))
        try await test.phone.store.changeProfile { $0.departure = departure }
        test.disk.fail(in: 0, afterCommit: false)
        #expect(try await test.phone.sessions().count == 2)
        #expect(try await test.phone.store.profile().departure == departure)
        _ = try await test.phone.sessions()
        #expect(try await test.phone.store.profile().departure == nil)
    }

    private var code: OneTimeCode { get throws { try #require(OneTimeCode("123456")) } }

    /// A device with the synchronised entry K whose logout got no answer.
    ///
    /// - Parameter refusal: the fault with which the vault answers; nil for the page with K.
    private func logoutLost(
        _ choice: SecretChoice, refusal: @escaping @Sendable () -> String? = { nil }
    ) async throws -> DeviceFixture {
        let vault = ScriptedConnection { _, _ in
            refusal().map { .fault($0, status: 401) } ?? T.page([T.item(Self.id, rev: 1, T.body("K"))])
        }
        let auth = ScriptedConnection { request, _ in
            switch request.method {
            case "session.list": .result(["sessions": []])
            case "session.refresh": T.granted(T.account)
            case _: .lost
            }
        }
        let test = try await DeviceFixture(vault: vault, auth: auth)
        try await test.put(Self.id, "K")
        await #expect(throws: DeviceFault.self) { try await test.device.logout(choice) }
        return test
    }

    /// A device with the synchronised entry K that has asked for the code of a deletion.
    private func deleting(vault: ScriptedConnection, auth: ScriptedConnection) async throws -> DeviceFixture {
        let test = try await DeviceFixture(vault: vault, auth: auth)
        try await test.put(Self.id, "K")
        try await test.store.changeProfile { profile in
            profile.challenge = ChallengeID(bits: 4)
            profile.purpose = .deleteAccount
        }
        return test
    }
}
