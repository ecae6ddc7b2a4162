import Domain
import Primitives
import SQL
import Support
import Testing

@testable import AuthStore

/// An older copy of the database that was made in the middle of a hold.
@Suite struct `A hold in an older copy` {
    @Test(arguments: [Duration.milliseconds(1), .hours(70), .days(30)])
    func `runs for 72 hours from the beginning of the generation, and the owner is told again`(
        later: Duration
    ) async throws {
        let fixture = try await AuthStoreFixture(), (account, tablet, _) = try await fixture.suspendedTablet()
        let time = SweepTime(fixture.clock.steady, table: "sweep_time")
        fixture.clock.advance(by: later)
        try await fixture.beginGeneration(withOlderCopy: true)
        let end = fixture.now + .hours(72)
        #expect(try await VoidedByRestore.count(on: fixture.database).holds == 1)
        #expect(try await fixture.store.protection(of: account.id, at: fixture.now).heldUntil == end)
        let before = try await fixture.store.notices(of: account.id).count
        for _ in 1...2 { try await fixture.store.sweepTwiceSeen(at: fixture.now, time) }
        let notices = try await fixture.store.notices(of: account.id)
        #expect(notices.count == before + 1)
        #expect(notices[0].kind == .deviceSuspended && notices[0].until == end && notices[0].device == tablet.device)
        for (moment, isHeld) in [(end - .milliseconds(1), true), (end, false)] {
            try await fixture.store.sweep(at: moment)
            #expect(try await fixture.count("account_hold") == (isHeld ? 1 : 0))
        }
    }

    @Test func `is not completed before the sweep has recorded the new end`() async throws {
        let fixture = try await AuthStoreFixture(), (account, _, _) = try await fixture.suspendedTablet()
        fixture.clock.advance(by: .hours(80))
        try await fixture.beginGeneration(withOlderCopy: true)
        try await fixture.store.sweep(at: fixture.now + .hours(72) - .milliseconds(1))
        #expect(try await fixture.store.protection(of: account.id, at: fixture.now).heldUntil != nil)
        try await fixture.store.sweep(at: fixture.now + .hours(72))
        #expect(try await fixture.store.protection(of: account.id, at: fixture.now).heldUntil == nil)
    }

    @Test func `can be cancelled by the owner, and a fail-over moves no end`() async throws {
        let fixture = try await AuthStoreFixture(), (account, _, _) = try await fixture.suspendedTablet()
        let end = try await fixture.store.protection(of: account.id, at: fixture.now).heldUntil
        try await fixture.beginGeneration(withOlderCopy: false)
        #expect(try await fixture.store.protection(of: account.id, at: fixture.now).heldUntil == end)
        fixture.clock.advance(by: .hours(80))
        try await fixture.beginGeneration(withOlderCopy: true)
        let tablet = try await fixture.login(on: "tablet")
        guard case .recoveryCode(let code) = try await fixture.recoveryCode([1], of: tablet) else {
            Issue.record("not counted")
            return
        }
        let change = try await fixture.store.admitByRecoveryCode(
            code, idle: .days(14), idempotencyKey: nil, at: fixture.now)
        #expect(change == .done)
        #expect(try await fixture.store.protection(of: account.id, at: fixture.now).heldUntil == nil)
        #expect(try await fixture.count("device", where: "suspended = 1") == 0)
    }

    @Test func `that was settled stays settled`() async throws {
        let fixture = try await AuthStoreFixture(), (account, _, _) = try await fixture.suspendedTablet()
        let tablet = try await fixture.login(on: "tablet")
        guard case .recoveryCode(let code) = try await fixture.recoveryCode([1], of: tablet) else {
            Issue.record("not counted")
            return
        }
        _ = try await fixture.store.admitByRecoveryCode(code, idle: .days(14), idempotencyKey: nil, at: fixture.now)
        try await fixture.beginGeneration(withOlderCopy: true)
        #expect(try await VoidedByRestore.count(on: fixture.database).holds == 0)
        #expect(try await fixture.store.protection(of: account.id, at: fixture.now).heldUntil == nil)
    }
}
