import Domain
import Primitives
import SQL

/// Raises a session to the level that follows the one it has passed, in a transaction that has locked the account.
struct SessionRaising {
    private let session: SessionRecord, account: AccountRecord, now: Instant, transaction: any Transaction

    init(_ session: SessionRecord, of account: AccountRecord, at now: Instant, in transaction: any Transaction) {
        self.session = session
        self.account = account
        self.now = now
        self.transaction = transaction
    }

    /// Raises the session past its present level.
    func raise() throws {
        let level = try LoginRequirements(of: account, at: now, in: transaction).level(after: session.level)
        try transaction.run(SessionTable.raise(session.id, of: account.id, to: level))
        try RevocationEventTable.append(
            .init(session: session.id, level: level), of: account.id, device: session.device, at: now, in: transaction)
        let device = try AccountDeviceTable.all(of: account.id, in: transaction).first { $0.id == session.device }
        guard level == .full, let device else { return }
        // A confirmation that ended a hold may have admitted the device in this transaction.
        let wasAdmitted = device.isAdmitted && session.level != .unproven
        try FullSession(
            on: device, wasAdmitted: wasAdmitted, of: account, at: now, in: transaction
        ).takeEffect()
    }
}

extension LoginRequirements {
    /// What the account, its role and its group ask of a login now.
    ///
    /// A second factor that was made with a code by message is not asked for before it counts: a thief of a device may have
    /// made it, and its owner needs another device to put the thief's out.
    init(of account: AccountRecord, at now: Instant, in transaction: any Transaction) throws {
        let group = try FacilityGroupTable.read(account.group, in: transaction)
        let factor = try SecondFactorTable.read(account.id, in: transaction)
        self.init(
            role: account.role, requiresPIN: group?.pin == .required,
            hasPIN: try PINTable.read(account.id, in: transaction) != nil,
            requiresSecondFactor: group?.secondFactor == .required,
            hasSecondFactor: factor.map { $0.isConfirmed && $0.countsFrom <= now } ?? false)
    }
}
