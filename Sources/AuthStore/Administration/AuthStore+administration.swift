public import Domain
public import Primitives
import SQL

/// The administrator's changes of one person's account. Each records its decision in the same transaction.
extension AuthStore {
    /// Ends every session of an account, as ``revokeAll(of:idempotencyKey:at:)`` does. Returns the number of sessions
    /// that were ended; nil if the account is unknown.
    public func endSessions(of account: AccountID, reason: String?, at now: Instant) async throws -> Int? {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction) else { return nil }
            try Holds(account: account, now: now, transaction: transaction).settleIfOpen { _ in true }
            let ended = try SessionEnding.endAll(of: person, at: now, in: transaction)
            let decision = Decision(
                .sessionsEnded, by: .administrator, from: "\(ended) sessions", to: nil, reason: reason)
            try transaction.run(DecisionTable.insert(decision, about: account, at: now))
            return ended
        }
    }

    /// Withdraws a device's admission and ends its sessions with `deviceRevoked`. Returns false if the account has no
    /// such device.
    public func removeDevice(
        _ device: DeviceID, of account: AccountID, reason: String?, at now: Instant
    ) async throws -> Bool {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction),
                let found = try AccountDeviceTable.all(of: account, in: transaction).first(where: { $0.id == device })
            else { return false }
            try ConfirmedChange(of: person, by: nil, at: now, in: transaction).endHold(removing: [found])
            for session in try SessionTable.notEnded(of: account, in: transaction) where session.device == device {
                try SessionTable.end(session.id, of: account, because: .deviceRevoked, at: now, in: transaction)
            }
            let decision = Decision(
                .deviceRemoved, by: .administrator,
                from: "\(found.isAdmitted ? "admitted" : "not admitted"): \(device)", to: "not admitted: \(device)",
                reason: reason)
            try transaction.batch(
                [
                    AccountDeviceTable.withdrawAdmission(device, of: account),
                    DecisionTable.insert(decision, about: account, at: now),
                ] + NoticeTable.insert(.deviceRemoved, about: found, of: account, at: now))
            return true
        }
    }

    /// Commits the deletion of an account by the administrator, who needs no code, and carries out the transition's
    /// effects.
    /// - Parameter state: the account's state the transition was decided on.
    public func commitDeletion(
        _ transition: Transition<Registration>, deleting account: AccountID, in state: Registration.State,
        recording record: DeletionRecord, purge: OutboxEntry, reason: String?, at now: Instant
    ) async throws -> AccountDeletion.Outcome {
        try await change { transaction in
            guard let found = try AccountTable.lock(account, in: transaction) else { return .unknown }
            guard found.state == state else { return .stateChanged }
            if let phone = found.phoneIndex {
                try transaction.run(RegistrationTable.lockAll(phone: phone))
                try transaction.run(ChallengeTable.lockAll(phone: phone))
            }
            let decision = Decision(
                .accountDeleted, by: .administrator, from: found.state.rawValue, to: transition.state.rawValue,
                reason: reason)
            try transaction.run(DecisionTable.insert(decision, about: account, at: now))
            var effects = RegistrationEffects(in: transaction, at: now)
            effects.account = found
            effects.deletion = (record, purge)
            try effects.carryOut(transition)
            return .deleted
        }
    }
}
