import Contracts
import Domain
import JSONRPC
import Primitives
import StrictJSON
import Support
import Synchronization
import Testing

@testable import LatchkeyDevice

/// Answers that arrive after the person has logged out or signed in as somebody else: they are dropped.
@Suite(.timeLimit(.minutes(5))) struct StaleAnswerTests {
    private typealias T = DeviceFixture
    private static let id = SecretID(bits: 0xa), next = AccountID(bits: 8)

    @Test func `a page that arrives after a logout stores nothing`() async throws {
        let test = try await changing(to: nil) { _ in T.page([T.item(Self.id, rev: 4, T.body("Late"))]) }
        await #expect(throws: DeviceFault.sessionChanged) { try await test.device.sync() }
        #expect(try await test.store.entries().isEmpty)
        #expect(try await test.store.profile().cursor == nil)
    }

    @Test func `a page that arrives after another person has signed in stores nothing`() async throws {
        let test = try await changing(to: Self.next) { _ in T.page([T.item(Self.id, rev: 4, T.body("Late"))]) }
        await #expect(throws: DeviceFault.sessionChanged) { try await test.device.sync() }
        #expect(try await test.store.entries().isEmpty)
    }

    @Test func `the outcome of a push that arrives under another session changes nothing`() async throws {
        let test = try await changing(to: Self.next) { request in
            T.pushed(request) { _, _ in ["outcome": "applied", "rev": "5"] }
        }
        try await test.store.changeProfile { $0.cursor = "c0" }
        try await test.unsent("U")
        await #expect(throws: DeviceFault.sessionChanged) { try await test.device.sync() }
        let row = try #require(try await test.store.entries().first)
        #expect(row.base == nil && row.inFlight != nil)
        #expect(row.owner == test.store.cipher.tag(of: T.account))
    }

    @Test(arguments: ["sessionRevoked", "accountDeleted", "loggedInElsewhere"])
    func `a late refusal of an old session leaves the new profile and its entries alone`(_ fault: String)
        async throws
    {
        let test = try await changing(to: Self.next) { _ in .fault(fault, status: 401) }
        try await test.put(Self.id, "K")
        await #expect(throws: DeviceFault.self) { try await test.device.sync() }
        let profile = try await test.store.profile()
        #expect(profile.accountId == Self.next && profile.login == .loggedIn && profile.notice == nil)
        #expect(try await test.issuers() == ["K"])
    }

    @Test func `a late refresh does not bring an ended session back`() async throws {
        let fixture = Mutex<DeviceFixture?>(nil)
        let auth = ScriptedConnection { _, _ in
            T.granted(T.account)
        } before: { _ in
            _ = try? await fixture.withLock { $0 }?.store.changeProfile { $0 = Profile() }
        }
        let test = try await T(auth: auth)
        fixture.withLock { $0 = test }
        await #expect(throws: DeviceFault.sessionChanged) { try await test.device.refresh() }
        #expect(try await test.store.profile().accessToken == nil)
    }

    @Test func `a late status does not change the approval of the next account`() async throws {
        let fixture = Mutex<DeviceFixture?>(nil)
        let auth = ScriptedConnection { _, _ in
            .result([
                "accountId": .string("\(T.account)"), "sessionId": .string("\(T.session)"),
                "approval": "disapprovedForSyncing", "scope": ["sync"], "group": "fieldwork",
                "deviceId": .string("\(DeviceID(bits: 6))"),
            ])
        } before: { _ in
            try? await fixture.withLock { $0 }?.signIn(as: Self.next, session: SessionID(bits: 99))
        }
        let test = try await T(auth: auth)
        fixture.withLock { $0 = test }
        await #expect(throws: DeviceFault.self) { try await test.device.status() }
        #expect(try await test.store.profile().approval == .approvedForSyncing)
    }

    @Test func `a login code that is sent after another session began does not end that session`() async throws {
        let fixture = Mutex<DeviceFixture?>(nil)
        let auth = ScriptedConnection { _, _ in
            .result([
                "challengeId": .string("\(ChallengeID(bits: 2))"), "state": "STARTED_REGISTRATION",
                "expiresAtMs": "300000", "resendAfterMs": 60_000,
            ])
        } before: { _ in
            try? await fixture.withLock { $0 }?.signIn(as: Self.next)
        }
        let test = try await T(auth: auth, signedIn: false)
        fixture.withLock { $0 = test }
        await #expect(throws: DeviceFault.sessionChanged) { try await test.device.login(phone: "+4915112345678") }
        let profile = try await test.store.profile()
        #expect(profile.login == .loggedIn && profile.accessToken != nil)
    }

    /// A device whose profile changes to another account, or to none, while its first call of the vault is under way.
    private func changing(
        to account: AccountID?, _ reply: @escaping @Sendable (ScriptedConnection.Request) -> ScriptedConnection.Reply
    ) async throws -> T {
        let fixture = Mutex<DeviceFixture?>(nil)
        let vault = ScriptedConnection { request, _ in
            reply(request)
        } before: { _ in
            guard let test = fixture.withLock({ $0 }) else { return }
            if let account {
                try? await test.signIn(as: account, session: SessionID(bits: 99))
            } else {
                _ = try? await test.store.changeProfile { $0 = Profile() }
            }
        }
        let test = try await T(vault: vault)
        fixture.withLock { $0 = test }
        return test
    }
}
