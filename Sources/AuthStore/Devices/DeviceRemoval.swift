import Domain
import Primitives
import SQL

/// Removes other devices than the caller's, or suspends them, as ``ConfirmationRule`` decides. The transaction has
/// locked the account.
struct DeviceRemoval {
    private let account: AccountID, caller: DeviceRecord, now: Instant, transaction: any Transaction
    private let change: ConfirmedChange

    init(of account: AccountRecord, by caller: DeviceRecord, at now: Instant, in transaction: any Transaction) {
        self.account = account.id
        self.caller = caller
        self.now = now
        self.transaction = transaction
        change = ConfirmedChange(of: account, by: caller, at: now, in: transaction)
    }

    /// Removes devices and ends their sessions.
    ///
    /// Nothing has to be confirmed if none of them is admitted or suspended or has a proven session: the person loses
    /// nothing then. A thief can end such a waiting session too, so it ends with `loginRequired`.
    ///
    /// - Parameter end: the recorded end of the sessions of devices that are removed at once. Those of suspended devices
    ///   end with `loginRequired`, for which a device deletes nothing.
    /// - Returns: the moment until which the devices are suspended; nil if they are removed.
    /// - Throws: ``ConfirmationRefused``.
    func remove(
        _ devices: [DeviceRecord], ending end: SessionEnd, confirmedBy given: CountedConfirmation
    ) throws -> Instant? {
        let holds = Holds(account: account, now: now, transaction: transaction)
        guard try hasStake(devices) else {
            try holds.cancelReadmission(of: devices)
            try holds.endSessions(of: devices, because: .loginRequired)
            return nil
        }
        switch try change.decide(.removeDevice, by: given) {
        case .takesEffect: break
        case .suspends: return try holds.suspend(devices, by: caller, ending: .loginRequired)
        case .refused(let refusal): throw ConfirmationRefused(refusal, of: given)
        }
        try holds.withdrawSecrets(madeBy: devices)
        for device in devices {
            try transaction.run(AccountDeviceTable.withdrawAdmission(device.id, of: account))
            try NoticeTable.append(.deviceRemoved, about: device, of: account, at: now, in: transaction)
        }
        try holds.endSessions(of: devices, because: end)
        return nil
    }

    private func hasStake(_ devices: [DeviceRecord]) throws -> Bool {
        if devices.contains(where: { $0.isAdmitted || $0.isSuspended }) { return true }
        let ids = Set(devices.map(\.id))
        return try SessionTable.notEnded(of: account, in: transaction)
            .contains { ids.contains($0.device) && $0.level != .unproven }
    }
}
