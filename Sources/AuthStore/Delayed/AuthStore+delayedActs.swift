import Domain
import Primitives
import SQL

extension AuthStore {
    /// Carries out at most `limit` acts that are due; returns their number.
    func completeDelayedActs(limit: Int, at now: Instant) async throws -> Int {
        let due = try await database.select(DelayedActTable.due(limit: limit, at: now)).map { try DelayedAct($0) }
        for act in due {
            try await change { transaction in
                guard let account = try AccountTable.lock(act.account, in: transaction),
                    try DelayedActTable.contains(act, in: transaction)
                else { return }
                switch act.kind {
                case .readmission: try Self.readmit(act.device, to: account, at: now, in: transaction)
                case .parentAdmission:
                    try Self.completeParentAdmission(act, of: account, at: now, in: transaction)
                case .newAccount: try NewAccountOnNumber(of: account, at: now, in: transaction).complete(act)
                }
                try transaction.run(DelayedActTable.delete(act.kind, of: act.account))
            }
        }
        return due.count
    }

    /// Admits the device whose wrong PINs blocked the account, which was registered again since. Does nothing if another
    /// device is admitted by now.
    private static func readmit(
        _ id: DeviceID, to account: AccountRecord, at now: Instant, in transaction: any Transaction
    ) throws {
        let devices = try AccountDeviceTable.all(of: account.id, in: transaction)
        guard account.state == .registered, !devices.contains(where: \.isAdmitted),
            let device = devices.first(where: { $0.id == id }), !device.isSuspended
        else { return }
        try admit(device, to: account, at: now, in: transaction)
    }

    /// Admits a device. If it has a session that waits to be admitted, the session is raised.
    static func admit(
        _ device: DeviceRecord, to account: AccountRecord, at now: Instant, in transaction: any Transaction
    ) throws {
        let id = device.id
        let waiting = try SessionTable.notEnded(of: account.id, in: transaction)
            .first { $0.device == id && $0.level == .unproven && $0.expires > now }
        if let waiting { try SessionRaising(waiting, of: account, at: now, in: transaction).raise() }
        // A session that still waits for a PIN or a second factor has not admitted the device.
        let isAdmitted = try AccountDeviceTable.all(of: account.id, in: transaction).contains {
            $0.id == id && $0.isAdmitted
        }
        if !isAdmitted {
            try FullSession(on: device, wasAdmitted: false, of: account, at: now, in: transaction).takeEffect()
        }
    }
}
