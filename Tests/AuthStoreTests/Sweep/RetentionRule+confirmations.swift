import AuthStore
import Domain
import Primitives
import Support

extension RetentionRule {
    static let confirmations = [
        RetentionRule(
            "attempts at recovery codes in a row count for 30 days after the last", "recovery_streak", kept: .days(30)
        ) { fixture in
            let (_, session) = try await fixture.register()
            let attempt: @Sendable (AuthStoreFixture) async throws -> RecoveryAttempt.Outcome = {
                try await $0.store.countRecoveryAttempt(
                    [[9]], of: session.id, account: session.account, limits: CodeLimits(perChallenge: 50, inARow: 3),
                    at: $0.now)
            }
            _ = try await attempt(fixture)
            _ = try await attempt(fixture)
            return RetainedRows(since: fixture.now, effectLasts: .days(30)) {
                _ = try await attempt($0)
                if case .wait = try await attempt($0) { return true }
                return false
            }
        },
        RetentionRule(
            "a hold that was ended keeps messages from suspending for 72 hours", "account_hold",
            kept: ConfirmationRule.delay
        ) { fixture in
            fixture.sends.perNumber = []
            let (_, _, phone) = try await fixture.suspendedTablet()
            _ = try await fixture.makeCodes([[2]], seed: [2], of: phone, by: fixture.recoveryCode([1], of: phone))
            let settled = fixture.now
            let again = try await fixture.readmit(fixture.login(on: "tablet"), by: phone)
            return RetainedRows(since: settled, effectLasts: RetainedRows.untilJustBefore + ConfirmationRule.delay) {
                do {
                    return try await $0.suspend(again, by: phone) == nil
                } catch is ConfirmationRefused {
                    return true
                }
            }
        },
        RetentionRule("a notice is kept for 90 days", "notice", kept: .days(90)) { fixture in
            let (account, _) = try await fixture.register()
            let at = fixture.now
            _ = try await fixture.login(on: "tablet")
            return RetainedRows(since: at, effectLasts: .days(90)) {
                try await $0.store.notices(of: account.id).count == 1
            }
        },
    ]
}
