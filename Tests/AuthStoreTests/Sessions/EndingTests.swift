import AuthStore
import Domain
import Primitives
import Support
import Testing

@Suite struct `Ending and admitting sessions` {
    @Test func `the right digits admit a device, and where one device is allowed the other sessions end`() async throws
    {
        let fixture = try await AuthStoreFixture()
        let (account, first) = try await fixture.register(group: "clinic")
        let second = try await fixture.login(on: "tablet")
        let done = try await fixture.store.admit(
            second.id, of: account.id, digits: "42", idle: .days(14), idempotencyKey: nil, at: fixture.now)
        #expect(done == .done)
        #expect(try await fixture.snapshot(second).session?.level == .full)
        #expect(try await fixture.snapshot(first).session?.ended == .loggedInElsewhere)
        _ = try await fixture.store.assignSequenceNumbers()
        let events = try await fixture.store.events(after: 0).events
        #expect(events.map(\.session) == [second.id, first.id])
        #expect(events.map(\.level) == [.full, nil])
    }

    @Test(arguments: [(Int64(-1), AuthStore.SessionChange.done), (0, .unknown)])
    func `a waiting session is admitted until it has been unused for the idle limit`(
        ms: Int64, outcome: AuthStore.SessionChange
    ) async throws {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register()
        let second = try await fixture.login(on: "tablet")
        let limit = second.lastUsed + .minutes(10) + .milliseconds(ms)
        let got = try await fixture.store.admit(
            second.id, of: account.id, digits: "42", idle: .minutes(10), idempotencyKey: nil, at: limit)
        #expect(got == outcome)
    }

    @Test func `the third wrong pair of digits ends the waiting session`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, first) = try await fixture.register()
        let second = try await fixture.login(on: "tablet")
        for _ in 0..<3 {
            let other = try await fixture.store.admit(
                second.id, of: account.id, digits: "41", idle: .days(14), idempotencyKey: nil, at: fixture.now)
            #expect(other == .wrongDigits)
        }
        let late = try await fixture.store.admit(
            second.id, of: account.id, digits: "42", idle: .days(14), idempotencyKey: nil, at: fixture.now)
        #expect(late == .unknown)
        #expect(try await fixture.snapshot(second).session?.ended == .loginRequired)
        #expect(try await fixture.snapshot(first).session?.ended == nil)
    }

    @Test func `a device whose session was ended from another device has to be admitted again`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, first) = try await fixture.register()
        _ = try await fixture.makeCodes([[1]], of: first)
        let second = try await fixture.login(on: "tablet")
        _ = try await fixture.store.admit(
            second.id, of: account.id, digits: "42", idle: .days(14), idempotencyKey: nil, at: fixture.now)
        #expect(try await fixture.login(on: "tablet").level == .full)
        let live = try await fixture.store.sessions(of: account.id).first { $0.device.thumbprint == "tablet" }
        let tablet = try #require(live).session
        let done = try await fixture.store.revoke(
            tablet.id, of: account.id, from: first.id, confirmedBy: fixture.recoveryCode([1], of: first),
            idempotencyKey: nil, at: fixture.now)
        #expect(done == .done)
        #expect(try await fixture.snapshot(tablet).session?.ended == .sessionRevoked)
        #expect(try await fixture.login(on: "tablet").level == .unproven)
    }

    @Test func `a device that logs out stays admitted`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, first) = try await fixture.register()
        for expected in [AuthStore.SessionChange.done, .unknown] {
            let outcome = try await fixture.store.revoke(
                first.id, of: account.id, from: first.id, idempotencyKey: nil, at: fixture.now)
            #expect(outcome == expected)
        }
        #expect(try await fixture.login(on: "phone").level == .full)
    }

    @Test func `logging out everywhere ends every session and replaces the TokenSecret`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, first) = try await fixture.register()
        let second = try await fixture.login(on: "tablet")
        #expect(
            try await fixture.store.revokeAll(of: account.id, idempotencyKey: nil, at: fixture.now)
                == .done(ended: 2, suspendedUntil: nil))
        #expect(try await fixture.snapshot(first).session?.ended == .sessionRevoked)
        // The tablet waits to be admitted.
        #expect(try await fixture.snapshot(second).session?.ended == .loginRequired)
        #expect(try await fixture.snapshot(first).account?.tokenSecretVersion == account.tokenSecretVersion + 1)
    }

    @Test func `logging out everywhere ends the codes that the account's devices requested for its number`()
        async throws
    {
        let fixture = try await AuthStoreFixture()
        let (account, _) = try await fixture.register(on: "phone")
        _ = try await fixture.register(AuthStoreFixture.otherPhone, on: "tablet")
        let codes = ["phone", "tablet", "stranger"].map { fixture.code(on: $0) }
        for code in codes {
            #expect(try await fixture.open(code) == .opened)
            fixture.clock.advance(by: .seconds(60))
        }
        _ = try await fixture.store.revokeAll(of: account.id, idempotencyKey: nil, at: fixture.now)
        for code in codes {
            #expect((try await fixture.counted(code.id, on: code.thumbprint) == nil) == (code.thumbprint == "phone"))
        }
    }

    @Test func `an admission where one device is allowed ends no session that waits to be admitted`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, first) = try await fixture.register(group: "clinic")
        let second = try await fixture.login(on: "tablet"), waiting = try await fixture.login(on: "laptop")
        _ = try await fixture.store.admit(
            second.id, of: account.id, digits: "42", idle: .days(14), idempotencyKey: nil, at: fixture.now)
        let open = try await fixture.store.sessions(of: account.id).map(\.session.id)
        #expect(open == [waiting.id, second.id])
        #expect(try await fixture.snapshot(first).session?.ended == .loggedInElsewhere)
    }

    @Test func `a repeated request gets the stored answer`() async throws {
        let fixture = try await AuthStoreFixture()
        let (account, first) = try await fixture.register()
        let key = IdempotencyKey(
            owner: [], thumbprint: "phone", method: "session.revoke", request: fixture.random.id(), mac: [1])
        _ = try await fixture.store.revoke(
            first.id, of: account.id, from: first.id, idempotencyKey: key, at: fixture.now)
        let memory = StoredResponse.response([], at: fixture.now)
        let again = try await fixture.store.revoke(
            first.id, of: account.id, from: first.id, idempotencyKey: key, at: fixture.now)
        #expect(again == .replayed(memory))
    }

    @Test func `a refresh after a log-out everywhere is refused, even if another refresh ran at the same time`()
        async throws
    {
        for round in 0..<20 {
            let fixture = try await AuthStoreFixture()
            let (account, session) = try await fixture.register()
            let refresh = RefreshRequest(
                account: account.id, session: session.id, thumbprint: "phone", generation: 0,
                hashes: [1: session.id.bytes],
                idleTimeout: .days(14), deletionTag: AuthStoreFixture.tag,
                successorHashes: { _, _, _ in [1: [UInt8(round)]] })
            async let refreshed = fixture.store.refresh(refresh, at: fixture.now)
            async let ended = fixture.store.revokeAll(of: account.id, idempotencyKey: nil, at: fixture.now)
            _ = try await (refreshed, ended)
            #expect(try await fixture.store.refresh(refresh, at: fixture.now) == .ended(.sessionRevoked))
        }
    }
}
