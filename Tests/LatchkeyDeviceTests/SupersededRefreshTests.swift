import Contracts
import Domain
import Primitives
import StrictJSON
import Support
import Synchronization
import Testing

@testable import LatchkeyDevice

private typealias T = DeviceFixture

@Suite struct `A refresh whose token another refresh has replaced` {
    private static let superseded = ScriptedConnection.Reply.fault("refreshSuperseded", status: 200)

    @Test func `uses the tokens that another process of the app has stored meanwhile`() async throws {
        let fixture = Mutex<DeviceFixture?>(nil)
        let auth = ScriptedConnection { _, _ in
            Self.superseded
        } before: { _ in
            try? await fixture.withLock { $0 }?.signIn(as: T.account)
        }
        let test = try await T(auth: auth)
        fixture.withLock { $0 = test }
        let profile = try await test.device.refresh()
        #expect(profile.accessToken?.reveal == "d.e.f" && profile.login == .loggedIn)
        #expect(auth.requests.count == 1)
    }

    @Test func `fails, keeps tokens and entries, and is repeated with the same id, if nobody has stored newer tokens`()
        async throws
    {
        let auth = ScriptedConnection { _, count in count < 2 ? Self.superseded : T.granted(T.account) }
        let test = try await T(auth: auth)
        try await test.synchronised("K")
        let before = try await test.store.profile()
        for _ in 0..<2 { await #expect(throws: DeviceFault.self) { try await test.device.refresh() } }
        let after = try await test.store.profile()
        #expect((after.accessToken, after.refreshToken) == (before.accessToken, before.refreshToken))
        #expect(after.login == .loggedIn)
        #expect(try await test.issuers() == ["K"])
        try await test.device.refresh()
        let ids = auth.requests.map { $0.params["requestId"] }
        #expect(ids[0] != nil && Set(ids).count == 1)
        #expect(try await test.store.profile().accessToken?.reveal == "d.e.f")
    }

    @Test func `does not take over the tokens of another session`() async throws {
        let fixture = Mutex<DeviceFixture?>(nil)
        let auth = ScriptedConnection { _, _ in
            Self.superseded
        } before: { _ in
            try? await fixture.withLock { $0 }?.signIn(as: AccountID(bits: 8), session: SessionID(bits: 99))
        }
        let test = try await T(auth: auth)
        fixture.withLock { $0 = test }
        await #expect(throws: DeviceFault.self) { try await test.device.refresh() }
        #expect(try await test.store.profile().accountId == AccountID(bits: 8))
    }
}
