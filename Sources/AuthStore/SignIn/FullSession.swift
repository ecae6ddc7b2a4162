import Audit
import Domain
import Primitives
import SQL

/// Carries out what follows when a session of a device becomes `full`, in a transaction that has locked the account.
struct FullSession {
    private let device: DeviceRecord, wasAdmitted: Bool, account: AccountRecord, now: Instant
    private let transaction: any Transaction

    /// - Parameter wasAdmitted: true if the device was admitted when the login began.
    init(
        on device: DeviceRecord, wasAdmitted: Bool, of account: AccountRecord, at now: Instant,
        in transaction: any Transaction
    ) {
        self.device = device
        self.wasAdmitted = wasAdmitted
        self.account = account
        self.now = now
        self.transaction = transaction
    }

    /// Admits the device; where the group allows one device, ends the proven sessions of the others; and where the group
    /// approves automatically, approves a person who waits because they registered again. A person whom an operator lets
    /// wait is not approved.
    func takeEffect() throws {
        guard let group = try FacilityGroupTable.read(account.group, in: transaction) else {
            return try admit()
        }
        try admit()
        if group.devices == .one { try endOtherDevices() }
        try AutomaticApproval(of: account, at: now, in: transaction).restore()
    }

    private func admit() throws {
        let isNew = try !wasAdmitted && AccountDeviceTable.hasEverAdmitted(account.id, in: transaction)
        try transaction.run(AccountDeviceTable.admit(device.id, of: account.id))
        if !wasAdmitted { try transaction.run(DelayedActTable.delete(.readmission, of: account.id)) }
        if isNew {
            try NoticeTable.append(.deviceAdmitted, about: device, of: account.id, at: now, in: transaction)
        } else if !wasAdmitted {
            try transaction.audit(
                .init(.device, AuditDetail.firstDeviceAdmitted, account: account.id, device: device.id, at: now))
        }
    }

    private func endOtherDevices() throws {
        for session in try SessionTable.notEnded(of: account.id, in: transaction)
        where session.device != device.id && session.level != .unproven {
            try SessionTable.end(session.id, of: account.id, because: .loggedInElsewhere, at: now, in: transaction)
        }
    }
}
