import Audit
import Domain
import Primitives
import SQL

/// A change of an account that ``ConfirmationRule`` decides about, inside the transaction that makes it. The account is
/// locked.
struct ConfirmedChange {
    private let account: AccountRecord, now: Instant, transaction: any Transaction
    /// The device of the caller; nil for the administrator, and for a deletion, which leaves no device.
    private let caller: DeviceRecord?

    init(of account: AccountRecord, by caller: DeviceRecord?, at now: Instant, in transaction: any Transaction) {
        self.account = account
        self.caller = caller
        self.now = now
        self.transaction = transaction
    }

    /// Returns the verdict on an act, after a hold that has run out was completed. The confirmation is not used up.
    func verdict(on act: ConfirmedAct, by given: CountedConfirmation) throws -> ActVerdict {
        try holds.completeIfDue()
        if let until = try heldByNumberChange(act, given) { return .refused(.held(until: until)) }
        let hold = try HoldTable.read(account.id, in: transaction)
        return ConfirmationRule.verdict(
            on: act, confirmedBy: try confirmation(given), during: hold?.state(at: now) ?? .none, at: now)
    }

    /// The moment until which messages confirm no such act because messages have changed the number: the new number may be
    /// a thief's, who would remove the device that can undo the change. Nil if the act is not refused for this reason.
    private func heldByNumberChange(_ act: ConfirmedAct, _ given: CountedConfirmation) throws -> Instant? {
        guard case .message = given else { return nil }
        switch act {
        case .removeDevice, .deleteAccount, .changeNumber, .makeSecret: break
        case .admitDevice, .admitItself, .makeFirstSecret, .changeSecret, .inviteToFamily: return nil
        }
        let change = try NumberChangeTable.read(account.id, at: now, in: transaction)
        return change.flatMap { $0.isByMessage ? $0.expires : nil }
    }

    /// Returns the verdict on an act, and uses its confirmation up unless the act is refused.
    /// - Throws: ``ConfirmationRefused`` if the confirmation turns out to be used or wrong.
    func decide(_ act: ConfirmedAct, by given: CountedConfirmation) throws -> ActVerdict {
        let verdict = try verdict(on: act, by: given)
        switch verdict {
        case .takesEffect, .suspends: try useUp(given)
        case .refused: break
        }
        return verdict
    }

    /// Refuses an act that does not take effect at once. The confirmation is not used up.
    /// - Throws: ``ConfirmationRefused``.
    func requireEffect(of act: ConfirmedAct, by given: CountedConfirmation) throws {
        switch try verdict(on: act, by: given) {
        case .takesEffect: break
        // The rule suspends devices for removals alone. Nobody would carry a suspension by another act out.
        case .suspends: throw ConfirmationRefused.byRule(.confirmationRequired)
        case .refused(let refusal): throw ConfirmationRefused(refusal, of: given)
        }
    }

    /// Refuses an act that only a secret of the person's own confirms, or uses the secret up.
    /// - Throws: ``ConfirmationRefused``. It is `ownSecretMissing` if the person has no such secret that could confirm the act.
    func confirm(_ act: ConfirmedAct, byOwnSecret given: CountedConfirmation) throws {
        do {
            try requireEffect(of: act, by: given)
        } catch ConfirmationRefused.byRule(.confirmationRequired) {
            throw try hasOwnSecret() ? ConfirmationRefused.byRule(.confirmationRequired) : .ownSecretMissing
        }
        try useUp(given)
    }

    /// True if the person has a PIN, a confirmed second factor or an unused recovery code, even if it does not count yet.
    private func hasOwnSecret() throws -> Bool {
        let codes = try RecoveryCodeTable.status(of: account.id, at: now, in: transaction)
        return try codes.left > 0 || codes.newCountFrom != nil || PINTable.read(account.id, in: transaction) != nil
            || SecondFactorTable.isConfirmed(account.id, in: transaction)
    }

    /// Uses up the confirmation of an act. A secret of the person's own and the administrator end an open hold: the
    /// suspended devices stay out, except the caller's own and the one that the act admits.
    ///
    /// The device that opened the hold may be the thief's or the owner's. Its removal therefore admits nobody.
    /// - Parameters:
    ///   - admitted: the device that the act admits, which is admitted again if it was suspended.
    /// - Throws: ``ConfirmationRefused`` if the confirmation turns out to be used or wrong.
    func useUp(
        _ given: CountedConfirmation, admitting admitted: DeviceRecord? = nil
    ) throws {
        switch given {
        case .none, .loginCode: return
        case .message(let attempt): return try useUp(attempt)
        case .recoveryCode(let attempt): try useUp(attempt)
        case .pin(let attempt):
            guard try attempt.use(by: account, at: now, in: transaction) else { throw ConfirmationRefused.pinUnusable }
        case .secondFactor(let code): try code.use(at: now, in: transaction)
        case .decision: break
        }
        try endHold(admitting: admitted)
    }

    /// Ends an open hold, if there is one: the suspended devices stay out, except the caller's own and one other.
    func endHold(admitting admitted: DeviceRecord? = nil) throws {
        guard try openHold() != nil else { return }
        try holds.settle { $0.id == caller?.id || $0.id == admitted?.id }
        try withdrawNewSecrets()
    }

    /// Ends an open hold and admits the suspended devices that are named; the others stay out. Returns the suspended
    /// devices, or nil, and changes nothing, unless every named device is suspended.
    func cancelHold(admitting named: Set<DeviceID>) throws -> [DeviceRecord]? {
        let suspended = try suspendedDevices()
        guard !named.isEmpty, named.isSubset(of: suspended.map(\.id)) else { return nil }
        try holds.settle { named.contains($0.id) }
        try withdrawNewSecrets()
        return suspended
    }

    /// The devices that an open hold suspends, after a hold that has run out was completed.
    func suspendedDevices() throws -> [DeviceRecord] {
        try holds.completeIfDue()
        guard try openHold() != nil else { return [] }
        return try AccountDeviceTable.all(of: account.id, in: transaction).filter(\.isSuspended)
    }

    /// The end of the open hold; nil if there is none.
    func openHold() throws -> Instant? { try HoldTable.read(account.id, in: transaction)?.openUntil(at: now) }

    private var holds: Holds { Holds(account: account.id, now: now, transaction: transaction) }

    /// The confirmation as the rule takes it.
    func confirmation(_ given: CountedConfirmation) throws -> ActConfirmation {
        switch given {
        case .none: return .none
        case .message, .loginCode: return .message
        case .pin(let attempt): return .ownSecret(countsFrom: attempt.pin.countsFrom)
        case .secondFactor(let code): return .ownSecret(countsFrom: code.factor.countsFrom)
        case .decision: return .administrator
        case .recoveryCode(let attempt):
            guard
                let start = try RecoveryCodeTable.countsFrom(
                    attempt.hashes, of: account.id, at: now, in: transaction)
            else { throw ConfirmationRefused.recoveryCodeWrong(left: attempt.left) }
            return .ownSecret(countsFrom: start)
        }
    }

    private func useUp(_ attempt: Attempt) throws {
        guard account.phoneIndex?.isSameNumber(as: attempt.challenge.phoneIndex) == true,
            try ChallengeTable.consume(attempt.challenge.id, at: now, in: transaction)
        else { throw ConfirmationRefused.messageCodeUnusable }
        try attempt.resetStreak(at: now, in: transaction)
    }

    private func useUp(_ attempt: RecoveryAttempt) throws {
        guard try RecoveryCodeTable.consume(attempt.hashes, of: account.id, at: now, in: transaction) else {
            throw ConfirmationRefused.recoveryCodeWrong(left: attempt.left)
        }
        try transaction.batch(RecoveryStreakTable.reset(attempt))
        try transaction.audit(attempt.accepted(.recoveryCode, at: now))
        try withdrawNewSecrets()
    }

    /// Withdraws the recovery codes, the PIN and the second factor that do not count yet, and the request for a new PIN. A
    /// thief may have made them, and they would begin to count before the owner could suspend the thief's device again.
    private func withdrawNewSecrets() throws {
        _ = try PINResetting(of: account, at: now, in: transaction).cancel()
        if try PINTable.withdrawNew(of: account.id, at: now, in: transaction) {
            try NoticeTable.append(.pinWithdrawn, about: caller, of: account.id, at: now, in: transaction)
        }
        if try SecondFactorTable.withdrawNew(of: account.id, at: now, in: transaction) {
            try NoticeTable.append(.secondFactorRemoved, about: caller, of: account.id, at: now, in: transaction)
        }
        guard try RecoveryCodeTable.withdrawNew(of: account.id, at: now, in: transaction) else { return }
        try NoticeTable.append(.recoveryCodesWithdrawn, about: caller, of: account.id, at: now, in: transaction)
    }
}
