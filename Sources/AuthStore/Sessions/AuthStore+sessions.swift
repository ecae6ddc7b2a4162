import Audit
public import Domain
public import Primitives
import SQL

extension AuthStore {
    /// Reads a session, its account and the position of the feed in one snapshot.
    /// - Parameters:
    ///   - account: the account the session has to belong to; nil for any.
    ///   - tag: the tag of the token's subject in the record of deletions.
    public func snapshot(
        of session: SessionID, account: AccountID?, tag: DeletionTag
    ) async throws -> SessionSnapshot {
        try await database.read { [servedGroups] transaction in
            let found = try SessionTable.readWithAccount(session, in: transaction)
                .flatMap { $0.account.id == account ?? $0.account.id ? $0 : nil }
            let feed = try FeedTable.read(in: transaction)
            return SessionSnapshot(
                account: found?.account, session: found?.session,
                isDeleted: try found == nil && DeletionTable.contains(tag, in: transaction),
                isServed: found.map { servedGroups.contains($0.account) } ?? true, epoch: feed.epoch,
                asOf: feed.head)
        }
    }

    /// The sessions of an account that were not ended, including those that have expired, with their devices, newest
    /// first.
    public func sessions(of account: AccountID) async throws -> [(session: SessionRecord, device: DeviceRecord)] {
        try await database.read { transaction in
            let devices = try AccountDeviceTable.all(of: account, in: transaction)
            return try SessionTable.notEnded(of: account, in: transaction).compactMap { session in
                devices.first { $0.id == session.device }.map { (session, $0) }
            }
        }
    }

    /// The result of a request to end or admit a session.
    public enum SessionChange: Sendable, Hashable {
        case done
        /// The other device is suspended: its session has ended, and its admission is withdrawn at this moment.
        case suspended(until: Instant)
        /// A request with this `requestId` took effect before.
        case replayed(StoredResponse)
        /// The account does not exist or has no such session, or the session has ended. For an admission also: the
        /// session has expired or does not wait to be admitted, or the account is blocked.
        case unknown
        /// The digits are not those the waiting device shows. Returned only for an admission.
        case wrongDigits
        /// The session that asked has entered too many wrong pairs of digits. Nothing was changed. Returned only for an
        /// admission.
        case exhausted
        /// The session that asked has ended since the call was authenticated. Nothing was changed.
        case callerEnded(SessionEnd)
    }

    /// Ends a session on a person's request.
    ///
    /// If it is a proven session of another device, that device loses its admission as well: from now on a right code
    /// alone does not log it in. This needs a confirmation. A session that waits to be admitted ends without one, and with
    /// `loginRequired`: its device has lost nothing and logs in again.
    /// - Parameter current: the session of the caller, whose state is read again in the transaction.
    /// - Throws: ``ConfirmationRefused``.
    public func revoke(
        _ session: SessionID, of account: AccountID, from current: SessionID,
        confirmedBy given: CountedConfirmation = .none,
        idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> SessionChange {
        try await change { transaction in
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                try given.resetCounts(ofRepeated: stored, in: transaction)
                return .replayed(stored)
            }
            guard let person = try AccountTable.lock(account, in: transaction) else {
                throw Rollback(SessionChange.unknown)
            }
            if session != current,
                let end = try Self.end(ofCaller: current, of: person, at: now, in: transaction)
            {
                throw Rollback(SessionChange.callerEnded(end))
            }
            guard let found = try SessionTable.read(session, of: account, in: transaction), found.ended == nil else {
                throw Rollback(SessionChange.unknown)
            }
            let own = try Self.device(of: current, account, in: transaction)
            if let own, own.id != found.device, found.level != .unproven,
                let device = try AccountDeviceTable.all(of: account, in: transaction).first(where: {
                    $0.id == found.device
                })
            {
                let removal = DeviceRemoval(of: person, by: own, at: now, in: transaction)
                let until = try removal.remove(
                    [device], ending: .sessionRevoked, confirmedBy: given)
                return try Self.change(until, storedFor: idempotencyKey, in: transaction)
            }
            let isWaiting = found.level == .unproven && session != current
            try SessionTable.end(
                session, of: account, because: isWaiting ? .loginRequired : .sessionRevoked, at: now, in: transaction)
            return .done
        }
    }

    /// Admits a waiting device if the digits are those it shows. During a hold only the administrator and an operator of
    /// the person's group admit a device, which ends the hold and records the decision.
    ///
    /// Wrong pairs count against the session that enters them, so that a thief of an admitted device cannot end the
    /// session of the owner's new one: after the third in a row the session admits nobody, until its device has logged in
    /// again. Those of a decision count against the waiting session, and the third ends it.
    ///
    /// Where the group allows one device, the proven sessions of all other devices end, including the admitting
    /// device's. Where the account has a PIN, a person admits a device with its proof.
    ///
    /// - Parameters:
    ///   - caller: the session of the caller, whose state is read again in the transaction; nil for a decision.
    ///   - given: the confirmation: a decision, or the PIN or another own secret of a person who has a PIN.
    ///   - idle: the time without use after which the waiting session has expired.
    /// - Throws: ``ConfirmationRefused``, ``ActorRefused``.
    public func admit(
        _ session: SessionID, of account: AccountID, by caller: SessionID? = nil,
        confirmedBy given: CountedConfirmation = .none, digits: String, idle: Duration,
        idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> SessionChange {
        try await change { transaction in
            let person = try AccountTable.lock(account, in: transaction)
            if case .decision(let actor, _) = given, let person {
                try LockedFamily.lockChildren(of: account, in: transaction)
                try actor.requireRight(over: person, in: transaction)
                try DecisionLimit.requireRoom(for: actor, in: person.group, at: now, in: transaction)
            }
            guard let person, let waiting = try SessionTable.read(session, of: account, in: transaction),
                case .live(.unproven, _) = SessionRule.evaluate(
                    account: person.facts, session: waiting.facts(idle: idle), at: now)
            else {
                let stored = try idempotencyKey.flatMap { try IdempotencyTable.read($0, in: transaction) }
                throw Rollback(stored.map { SessionChange.replayed($0) } ?? .unknown)
            }
            if let end = try Self.end(ofCaller: caller, of: person, at: now, in: transaction) {
                throw Rollback(SessionChange.callerEnded(end))
            }
            let admitting = ConfirmedChange(
                of: person, by: try Self.device(of: caller, account, in: transaction), at: now, in: transaction)
            try admitting.requireEffect(of: .admitDevice, by: given)
            // A code by message does not stand in for the PIN: whoever has the phone may have its SIM card too.
            if !given.isStrongerThanMessage, try PINTable.read(account, in: transaction) != nil {
                throw ConfirmationRefused.pinRequired
            }
            if let caller, try SessionTable.wrongDigits(of: caller, account, in: transaction) >= Self.wrongDigitsLimit {
                throw Rollback(SessionChange.exhausted)
            }
            if let caller {
                guard waiting.digits == digits else {
                    _ = try SessionTable.countWrongDigits(of: caller, account, in: transaction)
                    try transaction.audit(
                        .init(
                            .attempt, AuditDetail.digits, account: account, device: waiting.device, session: session,
                            at: now))
                    return .wrongDigits
                }
                try transaction.run(SessionTable.resetWrongDigits(of: caller, account))
            } else if try !Self.areRight(digits, of: waiting, at: now, in: transaction) {
                return .wrongDigits
            }
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                return .replayed(stored)
            }
            let device = try Self.device(of: session, account, in: transaction)
            try admitting.useUp(given, admitting: device)
            if case .decision(let actor, let reason) = given {
                let decision = Decision(
                    .deviceAdmitted, by: actor, from: SessionLevel.unproven.rawValue,
                    to: "\(SessionLevel.full.rawValue): \(waiting.device)", reason: reason)
                try DecisionTable.append(decision, about: account, at: now, in: transaction)
            }
            try SessionRaising(waiting, of: person, at: now, in: transaction).raise()
            return .done
        }
    }

    /// True if the digits of a decision are those of a waiting session. Otherwise counts the wrong pair against that
    /// session, which the third pair ends.
    static func areRight(
        _ digits: String, of waiting: SessionRecord, at now: Instant, in transaction: any Transaction
    ) throws -> Bool {
        if waiting.digits == digits { return true }
        let wrong = try SessionTable.countWrongDigits(of: waiting.id, waiting.account, in: transaction)
        if wrong >= wrongDigitsLimit {
            try SessionTable.end(waiting.id, of: waiting.account, because: .loginRequired, at: now, in: transaction)
        }
        return false
    }

    /// The number of wrong pairs of digits in a row after which a session admits nobody.
    static let wrongDigitsLimit: Int64 = 3

    /// The result of a request to log out everywhere.
    public enum RevokedAll: Sendable, Hashable {
        /// The number of sessions that were ended.
        /// - Parameter suspendedUntil: the moment at which the other devices are removed; nil unless they are suspended.
        case done(ended: Int, suspendedUntil: Instant?)
        /// A request with this `requestId` took effect before.
        case replayed(StoredResponse)
        /// No account is known under the identifier.
        case unknown
        /// The session that asked has ended since the call was authenticated. Nothing was changed.
        case callerEnded(SessionEnd)
    }

    /// Ends every session of an account and the open codes of its devices, and replaces its TokenSecret: no token that
    /// was issued before, and no code that one of its devices requested before, is valid when this returns. A code that
    /// another device key requested for the number stays valid.
    ///
    /// - Parameters:
    ///   - caller: the session of the caller, whose state is read again in the transaction; nil for the administrator.
    ///   - forgetsDevices: true to withdraw the admission of every device but the caller's, which needs a confirmation if
    ///     there is another admitted device.
    public func revokeAll(
        of account: AccountID, by caller: SessionID? = nil, forgetsDevices: Bool = false,
        confirmedBy given: CountedConfirmation = .none,
        idempotencyKey: IdempotencyKey?, at now: Instant
    ) async throws -> RevokedAll {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction) else {
                throw Rollback(RevokedAll.unknown)
            }
            if let stored = try IdempotencyTable.claim(idempotencyKey, storing: [], at: now, in: transaction) {
                try given.resetCounts(ofRepeated: stored, in: transaction)
                return .replayed(stored)
            }
            if let end = try Self.end(ofCaller: caller, of: person, at: now, in: transaction) {
                throw Rollback(RevokedAll.callerEnded(end))
            }
            var until: Instant?
            // The sessions are counted before a removal ends some of them.
            let open = try SessionTable.notEnded(of: account, in: transaction).count
            if forgetsDevices, let own = try Self.device(of: caller, account, in: transaction) {
                let others = try AccountDeviceTable.all(of: account, in: transaction)
                    .filter { $0.id != own.id && ($0.isAdmitted || $0.isSuspended) }
                until = try DeviceRemoval(of: person, by: own, at: now, in: transaction)
                    .remove(others, ending: .sessionRevoked, confirmedBy: given)
            }
            _ = try SessionEnding.endAll(of: person, at: now, in: transaction)
            return .done(ended: open, suspendedUntil: until)
        }
    }
}
