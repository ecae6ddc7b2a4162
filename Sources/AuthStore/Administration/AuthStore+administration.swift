import Domain
public import Primitives
import SQL

/// The changes of one person's account by the administrator, and by the operators of the person's group. Each records its
/// decision in the same transaction.
extension AuthStore {
    /// Ends every session of an account and the open codes of its devices, and replaces its TokenSecret. An open hold and
    /// its suspended devices stay as they are: a suspended device may be the stolen one. A child's session ends as when its
    /// parent ends it: the child logs in again with the PIN. Returns nil if the account is unknown.
    /// - Throws: ``ActorRefused``.
    public func endSessions(
        of account: AccountID, by actor: ActingParty = .administrator, reason: String?, at now: Instant
    ) async throws -> EndedSessions? {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction) else { return nil }
            try actor.requireRight(over: person, in: transaction)
            try DecisionLimit.requireRoom(for: actor, in: person.group, at: now, in: transaction)
            let change = ConfirmedChange(of: person, by: nil, at: now, in: transaction)
            let suspended = try change.suspendedDevices()
            let ended =
                if person.role == .child { try endSessions(ofChild: person, at: now, in: transaction) } else {
                    try SessionEnding.endAll(of: person, at: now, in: transaction)
                }
            let decision = Decision(
                .sessionsEnded, by: actor, from: "\(ended) sessions", to: nil, reason: reason)
            try DecisionTable.append(decision, about: account, at: now, in: transaction)
            return EndedSessions(count: ended, suspended: suspended, heldUntil: try change.openHold())
        }
    }

    /// Ends the sessions of a child, which is locked, whatever the state of its access. Returns their number.
    private func endSessions(
        ofChild child: AccountRecord, at now: Instant, in transaction: any Transaction
    ) throws -> Int {
        let open = try SessionTable.notEnded(of: child.id, in: transaction)
        for session in open {
            try SessionTable.end(session.id, of: child.id, because: .loginRequired, at: now, in: transaction)
        }
        var effects = ChildAccessEffects(on: child, at: now, in: transaction)
        effects.binding = try ChildBindingTable.read(of: child.id, in: transaction)
        if effects.binding?.state == .authChild { try effects.carryOut(.appRestart) }
        return open.count
    }

    /// Ends an open hold and admits the suspended devices that are named; the others stay out. A decision is recorded for
    /// each device that is admitted.
    public func cancelHold(
        of account: AccountID, admitting named: Set<DeviceID>, reason: String?, at now: Instant
    ) async throws -> HoldCancelling {
        try await change { transaction in
            guard let person = try AccountTable.lock(account, in: transaction) else { return .unknown }
            let change = ConfirmedChange(of: person, by: nil, at: now, in: transaction)
            guard let suspended = try change.cancelHold(admitting: named) else { return .notSuspended }
            let admitted = suspended.filter { named.contains($0.id) }
            for device in admitted {
                let decision = Decision(
                    .deviceAdmitted, by: .administrator, from: "suspended: \(device.id)", to: "admitted: \(device.id)",
                    reason: reason)
                try DecisionTable.append(decision, about: account, at: now, in: transaction)
            }
            return .cancelled(admitted: admitted, out: suspended.filter { !named.contains($0.id) })
        }
    }

    /// Removes the confirmed second factor of an account. An open hold stays as it is. Returns false if there is none.
    public func removeSecondFactor(of account: AccountID, reason: String?, at now: Instant) async throws -> Bool {
        try await change { transaction in
            guard try AccountTable.lock(account, in: transaction) != nil,
                try SecondFactorTable.isConfirmed(account, in: transaction)
            else { return false }
            let decision = Decision(
                .secondFactorRemoved, by: .administrator, from: "second factor", to: nil, reason: reason)
            try transaction.run(SecondFactorTable.delete(of: account))
            try DecisionTable.append(decision, about: account, at: now, in: transaction)
            try NoticeTable.append(.secondFactorRemoved, about: nil, of: account, at: now, in: transaction)
            return true
        }
    }

    /// Withdraws a device's admission and ends its sessions with `deviceRevoked`. An open hold is ended; the suspended
    /// devices stay out. What the device made and does not count yet (recovery codes, a PIN, a second factor, the request for
    /// a new PIN) is withdrawn. A child's device loses the access as by a parent's revocation. Returns false if the account
    /// has no such device.
    public func removeDevice(
        _ device: DeviceID, of account: AccountID, reason: String?, at now: Instant
    ) async throws -> Bool {
        try await change { transaction in
            let family = try LockedFamily.ifChild(account, in: transaction)
            guard let person = try AccountTable.lock(account, in: transaction),
                let found = try AccountDeviceTable.all(of: account, in: transaction).first(where: { $0.id == device })
            else { return false }
            if let family, try !family.revokeAccess(of: device, at: now, in: transaction) { return false }
            let change = ConfirmedChange(of: person, by: nil, at: now, in: transaction)
            let administrator = CountedConfirmation.decision(by: .administrator, reason: reason)
            try change.requireEffect(of: .removeDevice, by: administrator)
            try change.useUp(administrator)
            try Holds(account: account, now: now, transaction: transaction).withdrawSecrets(madeBy: [found])
            for session in try SessionTable.notEnded(of: account, in: transaction) where session.device == device {
                try SessionTable.end(session.id, of: account, because: .deviceRevoked, at: now, in: transaction)
            }
            let decision = Decision(
                .deviceRemoved, by: .administrator,
                from: "\(found.isAdmitted ? "admitted" : "not admitted"): \(device)", to: "not admitted: \(device)",
                reason: reason)
            try transaction.run(AccountDeviceTable.withdrawAdmission(device, of: account))
            try DecisionTable.append(decision, about: account, at: now, in: transaction)
            try NoticeTable.append(.deviceRemoved, about: found, of: account, at: now, in: transaction)
            return true
        }
    }
}
