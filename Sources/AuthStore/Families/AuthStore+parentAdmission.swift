import Audit
import Domain
public import Primitives
import SQL

/// The outcome of a parent's request to admit the new device of another parent.
public enum ParentAdmission: Sendable, Hashable {
    /// The request is stored.
    /// - Parameter due: the moment at which the device is admitted, unless an admitted one is used before.
    case requested(due: Instant)
    /// No device of another parent of the child waits with these digits, or several do, or another one was requested before.
    /// The attempt is counted.
    case unknown
    /// The session has entered too many wrong pairs of digits.
    case exhausted
}

extension AuthStore {
    /// Stores the request to admit the waiting device of another parent of a child, after ``ConfirmationRule/delay``. Any use
    /// of an admitted device of that parent in the meantime stops it. It also ends when the device that asks loses its
    /// admission, and when the person who asks is not a parent with the other one any more.
    ///
    /// Wrong pairs of digits count against the session that enters them, and after the third it admits nobody.
    /// - Parameter idle: the time without use after which the waiting session has expired.
    /// - Throws: ``FamilyRefused``.
    public func requestParentAdmission(
        for child: AccountID, digits: String, by parent: AccountID, in session: SessionID, idle: Duration,
        at now: Instant
    ) async throws -> ParentAdmission {
        try await change { transaction in
            let family = try LockedFamily(of: child, for: session, of: parent, at: now, in: transaction)
            guard try SessionTable.wrongDigits(of: session, parent, in: transaction) < Self.wrongDigitsLimit else {
                throw Rollback(ParentAdmission.exhausted)
            }
            let waiting = try Self.waiting(
                family.parents.filter { $0 != parent }, digits, idle: idle, at: now, in: transaction)
            guard waiting.count == 1, let (account, device) = waiting.first else {
                _ = try SessionTable.countWrongDigits(of: session, parent, in: transaction)
                try transaction.audit(.init(.attempt, AuditDetail.digits, account: parent, session: session, at: now))
                return .unknown
            }
            try transaction.run(SessionTable.resetWrongDigits(of: session, parent))
            if let stored = try DelayedActTable.liveParentAdmission(of: account, in: transaction) {
                return stored.device == device.id ? .requested(due: stored.due) : .unknown
            }
            guard let asking = try Self.device(of: session, parent, in: transaction) else {
                throw Rollback(ParentAdmission.unknown)
            }
            let due = now + ConfirmationRule.delay
            let act = DelayedAct(account: account, kind: .parentAdmission, device: device.id)
            try transaction.run(DelayedActTable.insert(act, by: (parent, asking.id), at: now))
            try NoticeTable.append(
                .admissionScheduled, about: device, until: due, child: child, of: account, at: now, in: transaction)
            return .requested(due: due)
        }
    }

    /// The devices of the accounts that wait to be admitted and show these digits.
    private static func waiting(
        _ accounts: [AccountID], _ digits: String, idle: Duration, at now: Instant, in transaction: any Transaction
    ) throws -> [(account: AccountID, device: DeviceRecord)] {
        try accounts.flatMap { id -> [(AccountID, DeviceRecord)] in
            guard let account = try AccountTable.read(id, in: transaction) else { return [] }
            let devices = try AccountDeviceTable.all(of: id, in: transaction)
            return try SessionTable.notEnded(of: id, in: transaction).compactMap { session in
                guard session.digits == digits,
                    case .live(.unproven, _) = SessionRule.evaluate(
                        account: account.facts, session: session.facts(idle: idle), at: now)
                else { return nil }
                return devices.first { $0.id == session.device && !$0.isSuspended }.map { (id, $0) }
            }
        }
    }

    /// Admits the device that another parent has asked for. It stays out if the request has ended, if an admitted device of
    /// the account was used since, or if a device is suspended.
    static func completeParentAdmission(
        _ act: DelayedAct, of account: AccountRecord, at now: Instant, in transaction: any Transaction
    ) throws {
        let devices = try AccountDeviceTable.all(of: account.id, in: transaction)
        guard account.state == .registered,
            let made = try DelayedActTable.liveParentAdmission(of: account.id, in: transaction)?.made,
            !devices.contains(where: { $0.isAdmitted && $0.lastUsed > made }),
            try HoldTable.read(account.id, in: transaction)?.openUntil(at: now) == nil,
            let device = devices.first(where: { $0.id == act.device }), !device.isSuspended, !device.isAdmitted
        else { return }
        try admit(device, to: account, at: now, in: transaction)
    }
}
