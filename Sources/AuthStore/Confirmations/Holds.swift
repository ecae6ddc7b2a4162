import Domain
import Primitives
import SQL

/// Suspends devices, and ends holds, inside a transaction that has locked the account.
///
/// A suspended device is not admitted. A confirmed act ends the hold and admits the suspended devices that it names; when
/// the time of the hold has passed nothing has to be done for a device to stay out.
struct Holds {
    let account: AccountID, now: Instant, transaction: any Transaction

    /// Suspends devices: their sessions end with `end`, they are not admitted any more, and recovery codes, a PIN and a
    /// second factor that they made and that do not count yet are withdrawn. No others begin to count during the hold.
    /// Returns the moment until which the hold can be ended.
    func suspend(_ devices: [DeviceRecord], by caller: DeviceRecord, ending end: SessionEnd) throws -> Instant {
        let until = now + ConfirmationRule.delay
        try transaction.run(HoldTable.open(account, by: caller.id, until: until, at: now))
        for device in devices {
            try transaction.run(AccountDeviceTable.suspend(device.id, of: account))
            try NoticeTable.append(.deviceSuspended, about: device, until: until, of: account, at: now, in: transaction)
        }
        try withdrawSecrets(madeBy: devices)
        try transaction.run(RecoveryCodeTable.postponeNew(of: account, until: until, at: now))
        try transaction.run(PINTable.postponeNew(of: account, until: until, at: now))
        try transaction.run(PendingPINTable.postpone(of: account, until: until))
        try transaction.run(SecondFactorTable.postponeNew(of: account, until: until, at: now))
        try endSessions(of: devices, because: end)
        return until
    }

    /// Withdraws what the devices have made and does not count yet, because they may be a thief's: recovery codes, a PIN, a
    /// second factor, the request for a new PIN, and the request to admit another parent's device. Cancels their readmission
    /// too.
    func withdrawSecrets(madeBy devices: [DeviceRecord]) throws {
        try cancelReadmission(of: devices)
        for device in devices {
            try transaction.run(DelayedActTable.deleteParentAdmissions(askedBy: account, on: device.id))
        }
        if let person = try AccountTable.read(account, in: transaction) {
            let resetting = PINResetting(of: person, at: now, in: transaction)
            // A request to replace a PIN ends when that PIN is withdrawn, whatever device has made the request.
            if try PINTable.hasNew(madeBy: devices, of: account, at: now, in: transaction) {
                _ = try resetting.cancel()
            } else {
                try resetting.cancel(madeBy: devices)
            }
        }
        if try PINTable.withdrawNew(madeBy: devices, of: account, at: now, in: transaction) {
            try NoticeTable.append(.pinWithdrawn, about: devices.first, of: account, at: now, in: transaction)
        }
        if try SecondFactorTable.withdrawNew(madeBy: devices, of: account, at: now, in: transaction) {
            try NoticeTable.append(.secondFactorRemoved, about: devices.first, of: account, at: now, in: transaction)
        }
        guard try RecoveryCodeTable.withdrawNew(madeBy: devices, of: account, at: now, in: transaction) else { return }
        try NoticeTable.append(.recoveryCodesWithdrawn, about: devices.first, of: account, at: now, in: transaction)
    }

    /// Cancels the readmission of devices that were removed or suspended.
    func cancelReadmission(of devices: [DeviceRecord]) throws {
        for device in devices {
            try transaction.run(DelayedActTable.delete(.readmission, of: account, for: device.id))
        }
    }

    func endSessions(of devices: [DeviceRecord], because end: SessionEnd) throws {
        let ids = Set(devices.map(\.id))
        for session in try SessionTable.notEnded(of: account, in: transaction) where ids.contains(session.device) {
            try SessionTable.end(session.id, of: account, because: end, at: now, in: transaction)
        }
    }

    /// Ends an open hold. From now on no message suspends a device for the time of ``ConfirmationRule/delay``.
    /// - Parameter isReadmitted: true for the suspended devices that are admitted again.
    func settle(readmitting isReadmitted: (DeviceRecord) -> Bool) throws {
        try transaction.run(HoldTable.settle(account, at: now))
        try endSuspensions(readmitting: isReadmitted)
    }

    /// Completes a hold that has run out.
    func completeIfDue() throws {
        guard let hold = try HoldTable.read(account, in: transaction), hold.settledAt == nil, hold.until <= now else {
            return
        }
        try endSuspensions { _ in false }
        try transaction.run(HoldTable.delete(account))
    }

    /// Records a hold that an older copy of the database holds as begun again, with a notice of each suspended device.
    func resumeIfMoved() throws {
        guard let hold = try HoldTable.read(account, in: transaction), hold.isResumed,
            let until = hold.openUntil(at: now)
        else { return }
        try transaction.run(HoldTable.resume(account, until: until))
        for device in try AccountDeviceTable.all(of: account, in: transaction) where device.isSuspended {
            try NoticeTable.append(.deviceSuspended, about: device, until: until, of: account, at: now, in: transaction)
        }
    }

    private func endSuspensions(readmitting isReadmitted: (DeviceRecord) -> Bool) throws {
        for device in try AccountDeviceTable.all(of: account, in: transaction) where device.isSuspended {
            let readmits = isReadmitted(device)
            try transaction.run(
                readmits
                    ? AccountDeviceTable.admit(device.id, of: account)
                    : AccountDeviceTable.withdrawAdmission(device.id, of: account))
            try NoticeTable.append(
                readmits ? .suspensionCancelled : .suspensionCompleted, about: device, of: account, at: now,
                in: transaction)
        }
    }
}

extension AuthStore {
    /// Records at most `limit` holds that an older copy of the database has brought back.
    func resumeHolds(limit: Int, at now: Instant) async throws {
        let moved: [AccountID] = try await database.select(HoldTable.accountsResumed(limit: limit, at: now))
            .map { try $0.identifier(0) }
        for account in moved {
            try await change { transaction in
                guard try AccountTable.lock(account, in: transaction) != nil else { return }
                try Holds(account: account, now: now, transaction: transaction).resumeIfMoved()
            }
        }
    }

    /// Completes at most `limit` holds that have run out; returns their number.
    func completeHolds(limit: Int, at now: Instant) async throws -> Int {
        let due: [AccountID] = try await database.select(HoldTable.accountsToComplete(limit: limit, at: now))
            .map { try $0.identifier(0) }
        for account in due {
            try await change { transaction in
                guard try AccountTable.lock(account, in: transaction) != nil else { return }
                try Holds(account: account, now: now, transaction: transaction).completeIfDue()
            }
        }
        return due.count
    }
}
