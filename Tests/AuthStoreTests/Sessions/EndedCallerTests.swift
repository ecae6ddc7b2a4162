import AuthStore
import Domain
import Primitives
import Support
import Testing

/// A call passes authentication, and the session that makes it ends before the call's transaction.
@Suite struct `A session that ended after its call was authenticated` {
    private func account() async throws -> (
        AuthStoreFixture, AccountRecord, ended: SessionRecord, tablet: SessionRecord, waiting: SessionRecord
    ) {
        let fixture = try await AuthStoreFixture(), (account, first) = try await fixture.register()
        _ = try await fixture.makeCodes([[1]], of: first)
        let tablet = try await fixture.login(on: "tablet")
        _ = try await fixture.store.admit(
            tablet.id, of: account.id, by: first.id, digits: "42", idle: .days(14), idempotencyKey: nil,
            at: fixture.now)
        let waiting = try await fixture.login(on: "laptop")
        _ = try await fixture.store.revoke(
            first.id, of: account.id, from: tablet.id, confirmedBy: fixture.recoveryCode([1], of: tablet),
            idempotencyKey: nil, at: fixture.now)
        return (fixture, account, first, tablet, waiting)
    }

    @Test func `admits, ends, removes and renames nothing`() async throws {
        let (fixture, account, ended, tablet, waiting) = try await account()
        let store = fixture.store, now = fixture.now
        let admitted = try await store.admit(
            waiting.id, of: account.id, by: ended.id, digits: "42", idle: .days(14), idempotencyKey: nil, at: now)
        let revoked = try await store.revoke(
            tablet.id, of: account.id, from: ended.id, idempotencyKey: nil, at: now)
        let removed = try await store.remove(
            tablet.device, of: account.id, by: ended.id, idempotencyKey: nil, at: now)
        for outcome in [admitted, revoked, removed] { #expect(outcome == .callerEnded(.sessionRevoked)) }
        let everywhere = try await store.revokeAll(of: account.id, by: ended.id, idempotencyKey: nil, at: now)
        #expect(everywhere == .callerEnded(.sessionRevoked))
        let renamed = try await store.rename(ended.device, of: account.id, to: "other", by: ended.id, at: now)
        #expect(renamed == .sessionRevoked)
        #expect(try await fixture.count("device", where: "name = 'other'") == 0)
        #expect(try await fixture.snapshot(tablet).session?.ended == nil)
        #expect(try await fixture.snapshot(waiting).session?.level == .unproven)
    }

    @Test func `leaves its request id unused`() async throws {
        let (fixture, account, ended, tablet, _) = try await account()
        let key = IdempotencyKey(
            owner: [], thumbprint: "phone", method: "device.remove", request: fixture.random.id(), mac: [1])
        _ = try await fixture.store.remove(
            tablet.device, of: account.id, by: ended.id, idempotencyKey: key, at: fixture.now)
        #expect(try await fixture.store.storedResponse(for: key) == nil)
    }
}
