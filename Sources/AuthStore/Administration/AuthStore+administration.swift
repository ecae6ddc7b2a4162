import Domain
public import Primitives
import SQL

/// The administrator's changes of one person's account. Each records its decision in the same transaction.
extension AuthStore {
    /// Ends every session of an account and the open codes of its devices, and replaces its TokenSecret. An open hold is
    /// cancelled: every suspended device is admitted again. Returns the number of sessions that were ended; nil if the
    /// account is unknown.
    public func endSessions(of account: AccountID, reason: String?, at now: Instant) async throws -> Int? {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction) else { return nil }
            try ConfirmedChange(of: person, by: nil, at: now, in: transaction).cancelHold()
            let ended = try SessionEnding.endAll(of: person, at: now, in: transaction)
            let decision = Decision(
                .sessionsEnded, by: .administrator, from: "\(ended) sessions", to: nil, reason: reason)
            try transaction.run(DecisionTable.insert(decision, about: account, at: now))
            return ended
        }
    }

    /// Withdraws a device's admission and ends its sessions with `deviceRevoked`. An open hold is ended; the suspended
    /// devices are admitted again if the device had them suspended. Returns false if the account has no such device.
    public func removeDevice(
        _ device: DeviceID, of account: AccountID, reason: String?, at now: Instant
    ) async throws -> Bool {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction),
                let found = try AccountDeviceTable.all(of: account, in: transaction).first(where: { $0.id == device })
            else { return false }
            let change = ConfirmedChange(of: person, by: nil, at: now, in: transaction)
            let administrator = CountedConfirmation.administrator(reason: reason)
            try change.requireEffect(of: .removeDevice, by: administrator)
            try change.useUp(administrator, removing: [found])
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
}
