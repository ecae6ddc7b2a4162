public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Gives an account another number. The former one stays reserved for it while the change can be undone.
    /// - Parameters:
    ///   - phone: the new number, which `code` proves.
    ///   - former: the present number, with its keyed hashes under each index key in use; nil if the account has none.
    /// - Throws: ``ConfirmationRefused``.
    public func changeNumber(
        of account: AccountID, to phone: PhoneIndex, sealed: Sealed, provenBy code: Attempt, former: PhoneIndex?,
        in caller: SessionID, confirmedBy given: CountedConfirmation, idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> NumberChangeOutcome {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                try given.resetCounts(ofRepeated: stored, in: transaction)
                return .replayed(stored)
            }
            let caller = try Self.lockCaller(
                caller, of: account, at: now, in: transaction, ended: NumberChangeOutcome.callerEnded)
            let (person, device) = (caller.account, caller.device)
            let change = ConfirmedChange(of: person, by: device, at: now, in: transaction)
            let isByMessage = try change.confirmation(given) == .message
            // The former number was read before the account was locked.
            guard isSame(person.phoneIndex, former), person.phoneIndex?.isSameNumber(as: phone) != true else {
                throw Rollback(NumberChangeOutcome.stateChanged)
            }
            if isByMessage, let earlier = try NumberChangeTable.read(account, at: now, in: transaction) {
                throw ConfirmationRefused.byRule(.held(until: earlier.expires))
            }
            try change.requireEffect(of: .changeNumber, by: given)
            guard try ChallengeTable.consume(code.challenge.id, at: now, in: transaction) else {
                throw Rollback(NumberChangeOutcome.codeUnusable)
            }
            try code.resetStreak(at: now, in: transaction)
            try change.useUp(given)

            let holder = try AccountTable.read(phone: phone, in: transaction)
            guard holder == nil || holder?.id == account else { throw Rollback(NumberChangeOutcome.numberTaken) }
            try transaction.batch([AccountNumberTable.release(of: account), NumberChangeTable.delete(of: account)])
            let until = former == nil ? nil : now + ConfirmationRule.delay
            if let until, let former {
                try Self.reserve(former, of: person, byMessage: isByMessage, until: until, at: now, in: transaction)
            }
            guard try AccountNumberTable.claim(phone, for: account, in: transaction) else {
                throw Rollback(NumberChangeOutcome.numberTaken)
            }
            try transaction.run(AccountTable.setNumber(phone, sealed, of: account))
            try NoticeTable.append(.phoneChanged, about: device, until: until, of: account, at: now, in: transaction)
            if let key = idempotencyKey {
                let response = until.map { "\($0.ms)" } ?? "-"
                try transaction.batch(IdempotencyTable.store(Array(response.utf8), for: key))
            }
            return .changed(undoableUntil: until)
        }
    }

    /// Stores the present number of an account as its former one, and reserves it under each index key in use.
    private static func reserve(
        _ former: PhoneIndex, of account: AccountRecord, byMessage: Bool, until: Instant, at now: Instant,
        in transaction: any Transaction
    ) throws {
        guard let present = account.phoneIndex, let sealed = account.phoneSealed,
            try AccountNumberTable.claim(former, for: account.id, in: transaction)
        else { throw Rollback(NumberChangeOutcome.stateChanged) }
        try transaction.batch(
            NumberChangeTable.store(
                PhoneIndex(present.bytes, key: present.key), sealed, of: account.id, byMessage: byMessage, until: until,
                at: now) + [AccountNumberTable.reserve(of: account.id)])
    }

    /// Gives an account its former number back. A device that was admitted before the change may undo one that messages
    /// alone have confirmed; any other needs a secret of the person's own.
    /// - Throws: ``ConfirmationRefused``.
    public func undoNumberChange(
        of account: AccountID, in caller: SessionID, confirmedBy given: CountedConfirmation,
        idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> NumberChangeOutcome {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                try given.resetCounts(ofRepeated: stored, in: transaction)
                return .replayed(stored)
            }
            let caller = try Self.lockCaller(
                caller, of: account, at: now, in: transaction, ended: NumberChangeOutcome.callerEnded)
            let (person, device) = (caller.account, caller.device)
            guard let made = try NumberChangeTable.read(account, at: now, in: transaction) else {
                throw Rollback(NumberChangeOutcome.unknown)
            }
            let isEarlier = device.firstUsed < made.made
            let change = ConfirmedChange(of: person, by: device, at: now, in: transaction)
            if given == .none, let until = try change.openHold() {
                throw ConfirmationRefused.byRule(.held(until: until))
            }
            if !(made.isByMessage && isEarlier) || given != .none {
                try change.requireEffect(of: .admitItself, by: given)
                try change.useUp(given)
            }
            try Self.restoreNumber(made, of: account, about: device, at: now, in: transaction)
            return .changed(undoableUntil: nil)
        }
    }

    /// Makes the former number of an account the present one.
    /// - Parameter device: the device that undoes the change; nil for a decision.
    static func restoreNumber(
        _ made: NumberChangeRecord, of account: AccountID, about device: DeviceRecord?, at now: Instant,
        in transaction: any Transaction
    ) throws {
        try transaction.batch(
            AccountNumberTable.restore(of: account)
                + [
                    NumberChangeTable.delete(of: account),
                    AccountTable.setNumber(made.phone, made.sealed, of: account),
                ])
        try NoticeTable.append(.phoneChangeUndone, about: device, of: account, at: now, in: transaction)
    }

    /// Frees at most `limit` former numbers whose change cannot be undone any more; returns how many it has freed.
    func releaseNumbers(limit: Int, at now: Instant) async throws -> Int {
        let due: [AccountID] = try await database.select(NumberChangeTable.accountsExpired(limit: limit, at: now))
            .map { try $0.identifier(0) }
        for account in due {
            try await database.write { transaction in
                guard try AccountTable.lock(account, in: transaction) != nil,
                    try NumberChangeTable.read(account, at: now, in: transaction) == nil
                else { return }
                try transaction.batch([
                    AccountNumberTable.release(of: account), NumberChangeTable.delete(of: account),
                ])
            }
        }
        return due.count
    }
}

/// True if both are keyed hashes of one number, and if both are nil.
private func isSame(_ present: PhoneIndex?, _ former: PhoneIndex?) -> Bool {
    guard let present, let former else { return present == nil && former == nil }
    return present.isSameNumber(as: former)
}
