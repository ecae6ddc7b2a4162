import Domain
import Primitives
import SQL

/// A change of an account that ``ConfirmationRule`` decides about, inside the transaction that makes it. The account is
/// locked.
struct ConfirmedChange {
    private let account: AccountRecord, now: Instant, transaction: any Transaction
    /// The device of the caller; nil for the administrator.
    private let caller: DeviceRecord?

    init(of account: AccountRecord, by caller: DeviceRecord?, at now: Instant, in transaction: any Transaction) {
        self.account = account
        self.caller = caller
        self.now = now
        self.transaction = transaction
    }

    /// Decides about an act, and uses its confirmation up if it has an effect. A secret of the person's own and the
    /// administrator end an open hold.
    ///
    /// - Parameters:
    ///   - sends: the limits that a right one-time code is refunded under.
    ///   - removed: the devices that the act removes.
    /// - Returns: true if the act takes effect at once, false if it suspends `removed`.
    /// - Throws: ``ConfirmationRefused``.
    func decide(
        _ act: ConfirmedAct, by given: CountedConfirmation, sends: SendLimits, removing removed: [DeviceRecord] = []
    ) throws -> Bool {
        try Holds(account: account.id, now: now, transaction: transaction).completeIfDue()
        let hold = try HoldTable.read(account.id, in: transaction)
        let verdict = ConfirmationRule.verdict(
            on: act, confirmedBy: try confirmation(given), during: hold?.state(at: now) ?? .none, at: now)
        if case .refused(let refusal) = verdict { throw ConfirmationRefused.byRule(refusal) }
        try useUp(given, sends: sends)
        if case .recoveryCode = given { try endHold(removing: removed) }
        return verdict == .takesEffect
    }

    /// Ends an open hold. The caller's own device is admitted again if it was suspended; the other suspended devices
    /// are if the device that had them suspended is removed now, and otherwise they stay out.
    func endHold(removing removed: [DeviceRecord]) throws {
        guard let hold = try HoldTable.read(account.id, in: transaction), hold.openUntil(at: now) != nil else { return }
        let isCancelled = removed.contains { $0.id == hold.openedBy }
        try Holds(account: account.id, now: now, transaction: transaction)
            .settle { device in
                device.id == caller?.id || (isCancelled && !removed.contains { $0.id == device.id })
            }
    }

    /// The confirmation as the rule takes it.
    func confirmation(_ given: CountedConfirmation) throws -> ActConfirmation {
        switch given {
        case .none: return .none
        case .message: return .message
        case .recoveryCode(let attempt):
            guard
                let start = try RecoveryCodeTable.countsFrom(
                    attempt.hashes, of: account.id, at: now, in: transaction)
            else { throw ConfirmationRefused.recoveryCodeWrong(left: attempt.left) }
            return .ownSecret(countsFrom: start)
        }
    }

    private func useUp(_ given: CountedConfirmation, sends: SendLimits) throws {
        switch given {
        case .none: break
        case .message(let attempt):
            guard attempt.challenge.phoneIndex == account.phoneIndex,
                try ChallengeTable.consume(attempt.challenge.id, at: now, in: transaction)
            else { throw ConfirmationRefused.messageCodeUnusable }
            try attempt.resetStreak(limits: sends, in: transaction)
        case .recoveryCode(let attempt):
            guard try RecoveryCodeTable.consume(attempt.hashes, of: account.id, at: now, in: transaction) else {
                throw ConfirmationRefused.recoveryCodeWrong(left: attempt.left)
            }
            try transaction.batch(RecoveryStreakTable.reset(attempt))
            if try RecoveryCodeTable.withdrawNew(of: account.id, at: now, in: transaction) {
                try transaction.batch(
                    NoticeTable.insert(.recoveryCodesWithdrawn, about: caller, of: account.id, at: now))
            }
        }
    }
}
